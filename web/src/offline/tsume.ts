// Mate problems on this device, as komadai.server.tsume has them: selection, judging, ratings and repetition.

import { CallError } from "../api/http";
import type {
  Answer,
  AnswerRequest,
  CourseProblem,
  GiveUpAnswer,
  GiveUpRequest,
  Head,
  HeadRequest,
  Hint,
  HintRequest,
  LineVerdict,
  Move,
  Problem,
  Standing,
  Text,
  TsumeCourse,
} from "../api/types";
import { CoreWorker } from "../core/core_worker";
import type { Found, Task } from "../core/messages";
import type { MoveVerdict } from "../core/module";
import type { Answers } from "./calls";
import { data } from "./data";
import { rated, type Rating } from "./glicko";
import { illegality, positionView, typedMove, withPosition } from "./positions";
import { recovered, Schedule, type Card, type Weights } from "./repetition";
import { change, kept } from "./store";

interface StoredProblem {
  id: string;
  sfen: string;
  moves: string[];
  rating: number;
}

interface Grade {
  kyu: number;
  plies: number;
  problems: string[];
  /** Those that the grade asks for. */
  selection: string[];
}

/** What the build writes: the problems, the shortest first, and the numbers of komadai.server.tsume. */
interface Catalog {
  problems: StoredProblem[];
  grades: Grade[];
  weights: Weights;
  /** Of a problem that nobody has tried. */
  deviation: number;
  beginner: Rating;
  min_deviation: number;
  candidates: number;
  first: { plies: number; level: number };
  run: { ms: number; misses: number; start: number; step: number };
  todays_plies: number;
  history: number;
}

type Kind = "rated" | "hinted" | "head" | "repeat" | "run";

interface Attempt {
  problem: string;
  plies: number;
  at_ms: number;
  kind: Kind;
  solved: boolean;
  rating: number;
}

/** What is kept of the person. */
interface Progress {
  rating: Rating;
  /** When the rating last changed; 0: never. */
  at_ms: number;
  streak: number;
  best_streak: number;
  best_run: number;
  /** The problem that is not settled yet. */
  current: { id: string; hinted: boolean } | null;
  run: { ends_ms: number; solved: number; missed: number } | null;
  attempts: Attempt[];
  cards: Record<string, Card>;
}

const KEY = "tsume";
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * DAY_MS;
const SOLVE_MS = 5000;

const catalog = (): Promise<Catalog> => data<Catalog>("tsume");

const beginner = ({ beginner: rating }: Catalog): Progress => ({
  ...{ rating, at_ms: 0, streak: 0, best_streak: 0, best_run: 0 },
  ...{ current: null, run: null, attempts: [], cards: {} },
});

const load = async (all: Catalog): Promise<Progress> => kept(KEY, beginner(all));
const save = (all: Catalog, to: (before: Progress) => Progress): Promise<Progress> =>
  change(KEY, beginner(all), to);

function problemIn({ problems }: Catalog, id: string): StoredProblem {
  const found = problems.find((each) => each.id === id);
  if (found === undefined) throw new CallError(404, "not_found", null);
  return found;
}

const isRunOn = ({ run: { misses } }: Catalog, { run }: Progress, now: number): boolean =>
  run !== null && now < run.ends_ms && run.missed < misses;

// --- what is shown

function standing(all: Catalog, progress: Progress): Standing {
  const { attempts, rating, run } = progress;
  const solved = new Set(attempts.filter((each) => each.solved).map(({ problem }) => problem));
  const lengths = new Map<number, { problems: number; solved: number }>();
  for (const { id, moves } of all.problems) {
    const length = lengths.get(moves.length) ?? { problems: 0, solved: 0 };
    lengths.set(moves.length, {
      problems: length.problems + 1,
      solved: length.solved + Number(solved.has(id)),
    });
  }
  const left = run === null ? 0 : Math.max(0, run.ends_ms - Date.now());
  return {
    rating: Math.round(rating.rating),
    deviation: Math.round(rating.deviation),
    tried: attempts.length,
    solved: attempts.filter((each) => each.solved).length,
    streak: progress.streak,
    best_streak: progress.best_streak,
    best_run: progress.best_run,
    history: attempts
      .filter(({ kind }) => kind === "rated")
      .slice(-all.history)
      .map((each) => Math.round(each.rating)),
    lengths: [...lengths].map(([plies, counts]) => ({ plies, ...counts })),
    run:
      run === null
        ? null
        : {
            ...{ left_ms: left, solved: run.solved, missed: run.missed },
            over: left === 0 || run.missed >= all.run.misses,
          },
  };
}

const problemView = (
  { id, sfen, moves, rating }: StoredProblem,
  { current, cards }: Progress,
): Promise<Problem> =>
  withPosition(sfen, (position) => ({
    ...{ id, sfen, plies: moves.length, rating: Math.round(rating) },
    position: positionView(position, null),
    counts: current?.id === id,
    hinted: current?.id === id && current.hinted,
    repeated: id in cards,
  }));

// --- the next problem

const begun = (before: Progress, id: string): Progress => ({ ...before, current: { id, hinted: false } });

/** A random problem near a level, if possible one that was not tried. */
function choose(all: Catalog, level: number, plies: number | null, progress: Progress): StoredProblem {
  const fitting = all.problems.filter(({ moves }) => plies === null || moves.length === plies);
  const tried = new Set(progress.attempts.map(({ problem }) => problem));
  const fresh = fitting.filter(({ id }) => !tried.has(id));
  const near = [...(fresh.length > 0 ? fresh : fitting)]
    .sort((one, other) => Math.abs(one.rating - level) - Math.abs(other.rating - level))
    .slice(0, all.candidates);
  const found = near[Math.floor(Math.random() * near.length)];
  if (found === undefined) throw new CallError(404, "not_found", null);
  return found;
}

async function next(plies: number | null, inRun: boolean): Promise<Problem> {
  const all = await catalog();
  const now = Date.now();
  let progress = await load(all);
  if (inRun && !isRunOn(all, progress, now))
    throw new CallError(409, "run_over", {
      en: "The timed run is over.",
      ja: "タイムアタックは終わりました。",
    });
  if (!inRun && progress.run !== null) progress = { ...progress, run: null, current: null };
  const current = all.problems.find(({ id }) => id === progress.current?.id);
  if (current !== undefined && (plies === null || current.moves.length === plies))
    return problemView(current, progress);
  const isFirst = plies === null && !inRun && !progress.attempts.some(({ solved }) => solved);
  const level = inRun
    ? all.run.start + all.run.step * (progress.run?.solved ?? 0)
    : isFirst
      ? all.first.level
      : progress.rating.rating;
  const problem = choose(all, level, isFirst ? all.first.plies : plies, progress);
  const after = await save(all, (before) => begun({ ...before, run: progress.run }, problem.id));
  return problemView(problem, after);
}

// --- the course

/** The problems solved without help; one that was missed first must have been solved in a repetition. */
function solvedAlone({ attempts, cards }: Progress): (id: string) => boolean {
  const solved = new Set(
    attempts.filter((each) => each.solved && each.kind !== "hinted").map(({ problem }) => problem),
  );
  return (id) => {
    const card = cards[id];
    return solved.has(id) && (card === undefined || recovered(card));
  };
}

/** The cards that are due now, the longest waiting first. */
const dueCards = ({ cards }: Progress, now: number): string[] =>
  Object.entries(cards)
    .filter(([, { due_ms }]) => due_ms <= now)
    .sort(([, one], [, other]) => one.due_ms - other.due_ms)
    .map(([id]) => id);

function nextMs({ cards }: Progress, among: ReadonlySet<string>, now: number): number | null {
  const waits = Object.entries(cards).flatMap(([id, { due_ms }]) =>
    among.has(id) && due_ms > now ? [due_ms - now] : [],
  );
  return waits.length === 0 ? null : Math.min(...waits);
}

function courseView(all: Catalog, progress: Progress): TsumeCourse {
  const now = Date.now();
  const due = dueCards(progress, now);
  const isSolved = solvedAlone(progress);
  const ofGrades = new Set(all.grades.flatMap(({ problems }) => problems));
  const hours = progress.attempts
    .filter(({ solved, at_ms }) => solved && at_ms >= now - WEEK_MS)
    .map(({ at_ms }) => Math.floor(Math.max(0, now - at_ms) / HOUR_MS));
  return {
    grades: all.grades.map(({ kyu, plies, problems, selection }) => {
      const among = new Set(problems);
      return {
        ...{ kyu, plies, problems: problems.length, needed: selection.length },
        solved: problems.filter(isSolved).length,
        due: due.filter((id) => among.has(id)).length,
        next_ms: nextMs(progress, among, now),
      };
    }),
    due: due.filter((id) => ofGrades.has(id)).length,
    next_ms: nextMs(progress, ofGrades, now),
    hours: [...new Set(hours)].sort((one, other) => one - other),
  };
}

/** The next new problem of a grade: first those of its selection, else one that was tried without success. */
function newOfGrade(all: Catalog, { problems, selection }: Grade, progress: Progress): string | null {
  const isSolved = solvedAlone(progress);
  const tried = new Set(progress.attempts.map(({ problem }) => problem));
  const chosen = new Set(selection);
  const order = (id: string): number =>
    1e6 * Number(tried.has(id)) + 1e5 * Number(!chosen.has(id)) + problemIn(all, id).rating;
  const unsolved = problems.filter((id) => !(id in progress.cards) && !isSolved(id));
  return unsolved.sort((one, other) => order(one) - order(other))[0] ?? null;
}

async function nextOfCourse(kyu: number | null): Promise<CourseProblem> {
  const all = await catalog();
  const grade = all.grades.find((each) => each.kyu === kyu);
  if (kyu !== null && grade === undefined) throw new CallError(404, "not_found", null);
  let progress = await load(all);
  if (progress.run !== null)
    progress = await save(all, (before) => ({ ...before, run: null, current: null }));
  const among = new Set(grade?.problems ?? all.grades.flatMap(({ problems }) => problems));
  const due = dueCards(progress, Date.now()).filter((id) => among.has(id));
  const tried = new Set(progress.attempts.map(({ problem }) => problem));
  const current = progress.current?.id ?? null;
  const stays =
    current !== null &&
    (due.includes(current) || (grade !== undefined && among.has(current) && !tried.has(current)));
  const id = stays ? current : (due[0] ?? (grade === undefined ? null : newOfGrade(all, grade, progress)));
  if (id !== null && id !== current) progress = await save(all, (before) => begun(before, id));
  return {
    problem: id === null ? null : await problemView(problemIn(all, id), progress),
    course: courseView(all, progress),
  };
}

// --- judging

const worker = new CoreWorker(0);

/** What a worker finds for a task. */
function ask(task: Task): Promise<Found> {
  return new Promise((found, failed) => {
    let last: Found | null = null;
    worker.run(task, {
      found: (each) => (last = each),
      ended: (code) => {
        if (last !== null) found(last);
        else failed(new CallError(0, code ?? "broken", null));
      },
    });
  });
}

async function judge(
  sfen: string,
  line: readonly string[],
  usi: string,
  solution: readonly string[],
): Promise<MoveVerdict> {
  const found = await ask({ kind: "judge", sfen, line, usi, solution });
  if (found.kind !== "judge") throw new Error("expected a verdict");
  return found.verdict;
}

/** The shortest mate in a position; null: none was found. */
async function shortest(sfen: string): Promise<readonly string[] | null> {
  const found = await ask({ kind: "mate", sfen, ms: SOLVE_MS, restoringIsFutile: false });
  if (found.kind !== "mate" || found.solution.result !== "mate") return null;
  return found.solution.moves;
}

const follows = (line: readonly string[], { moves }: StoredProblem): boolean =>
  line.every((usi, at) => moves[at] === usi);

/** The rest of the mate after a line. */
async function best(problem: StoredProblem, line: readonly string[]): Promise<readonly string[]> {
  if (follows(line, problem)) return problem.moves.slice(line.length);
  const sfen = await after(problem, line, (position) => position.sfen());
  return (await shortest(sfen)) ?? [];
}

type Board = Parameters<Parameters<typeof withPosition>[1]>[0];

const WRONG_LINE: Text = { en: "These moves cannot be played here.", ja: "この局面からは指せない手順です。" };

/** Calls with the position after a line from the problem. */
const after = <Value>(
  { sfen }: StoredProblem,
  line: readonly string[],
  use: (position: Board) => Value,
): Promise<Awaited<Value>> =>
  withPosition(sfen, (position) => {
    for (const usi of line) {
      if (!position.legalMoves().includes(usi)) throw new CallError(400, "invalid", WRONG_LINE, "line");
      position.play(usi);
    }
    return use(position);
  });

/** Keeps the result of the attempt at the current problem. */
async function settle(
  all: Catalog,
  { id, moves, rating }: StoredProblem,
  solved: boolean,
  inHead: boolean,
): Promise<Progress> {
  const schedule = new Schedule(all.weights);
  const now = Date.now();
  return save(all, (before) => {
    if (before.current?.id !== id) throw new CallError(409, "stale", null);
    const { hinted } = before.current;
    const card = before.cards[id] ?? null;
    const kind: Kind =
      before.run !== null ? "run" : inHead ? "head" : hinted ? "hinted" : card !== null ? "repeat" : "rated";
    const next: Progress = { ...before, current: null };
    if (kind === "run" && before.run !== null) {
      const counts = isRunOn(all, before, now);
      const run = {
        ...before.run,
        solved: before.run.solved + Number(counts && solved),
        missed: before.run.missed + Number(counts && !solved),
      };
      Object.assign(next, { run, best_run: Math.max(before.best_run, run.solved) });
    } else if (kind === "rated") {
      const days = before.at_ms === 0 ? 0 : (now - before.at_ms) / DAY_MS;
      const problem = { rating, deviation: all.deviation, volatility: before.rating.volatility };
      const own = rated(before.rating, problem, Number(solved), Math.max(days, 1));
      const streak = solved ? before.streak + 1 : 0;
      Object.assign(next, {
        rating: { ...own, deviation: Math.max(own.deviation, all.min_deviation) },
        ...{ at_ms: now, streak, best_streak: Math.max(before.best_streak, streak) },
      });
    }
    const right = solved && !hinted;
    const early = card === null || card.due_ms > now;
    if (kind !== "run" && !(right && early))
      next.cards = { ...before.cards, [id]: schedule.reviewed(card, right, now) };
    const attempt = {
      problem: id,
      plies: moves.length,
      at_ms: now,
      kind,
      solved,
      rating: next.rating.rating,
    };
    return { ...next, attempts: [...before.attempts, attempt] };
  });
}

async function answer({ problem: id, line = [], usi, typed }: AnswerRequest): Promise<Answer> {
  const all = await catalog();
  const problem = problemIn(all, id);
  const move = await after(problem, line, async (position) => {
    const chosen = usi ?? typedMove(position, typed ?? "", line.at(-1) ?? null);
    const illegal = await illegality(position, chosen);
    if (illegal !== null) throw new CallError(409, "illegal", illegal.text);
    return chosen;
  });
  const found = await judge(problem.sfen, line, move, follows(line, problem) ? problem.moves : []);
  const goesOn = found.verdict === "goes_on" || found.verdict === "solved";
  const shown = found.reply === null ? [move] : [move, found.reply];
  const board = await after(problem, line, (position) => {
    const moves = position.line(shown, false);
    if (goesOn) for (const each of shown) position.play(each);
    return { moves, position: positionView(position, (goesOn ? shown : line).at(-1) ?? null) };
  });
  const before = await load(all);
  const settles = ["solved", "wrong", "no_check"].includes(found.verdict) && before.current?.id === id;
  const progress = settles ? await settle(all, problem, found.verdict === "solved", false) : null;
  return {
    ...board,
    verdict: found.verdict,
    equal: found.equal,
    signature: "",
    plies: found.plies,
    change: progress === null ? null : Math.round(progress.rating.rating) - Math.round(before.rating.rating),
    standing: progress === null ? null : standing(all, progress),
  };
}

interface LineJudgement {
  verdict: LineVerdict;
  right: number;
  reply: string | null;
  equal: boolean;
  plies: number | null;
}

/** Judges a line of both sides, as komadai.tsume.line_checker does. */
async function judgeLine(problem: StoredProblem, line: readonly string[]): Promise<LineJudgement> {
  let reply: string | null = null;
  let equal = false;
  for (const [at, usi] of line.entries()) {
    const played = line.slice(0, at);
    if (at % 2 === 0) {
      const found = await judge(problem.sfen, played, usi, follows(played, problem) ? problem.moves : []);
      if (found.verdict !== "goes_on" && found.verdict !== "solved")
        return { verdict: found.verdict, right: at, reply: found.reply, equal, plies: found.plies };
      equal ||= found.equal;
      if (found.verdict === "solved")
        return { verdict: "solved", right: at + 1, reply: null, equal, plies: null };
      reply = found.reply;
    } else if (usi !== reply) {
      const expected = line.length - at - 1;
      const sfen = await after(problem, [...played, usi], (position) => position.sfen());
      const length = (await shortest(sfen))?.length ?? null;
      if (length === null) return { verdict: "unclear", right: at, reply: null, equal, plies: null };
      if (length < expected) return { verdict: "shorter", right: at, reply, equal, plies: expected - length };
      if (length > expected) return { verdict: "futile", right: at, reply, equal, plies: null };
      equal = true;
    }
  }
  return { verdict: "unclear", right: line.length - 1, reply: null, equal, plies: null };
}

async function head({ problem: id, line }: HeadRequest): Promise<Head> {
  const all = await catalog();
  const problem = problemIn(all, id);
  if (line.length !== problem.moves.length) throw new CallError(400, "invalid", WRONG_LINE, "line");
  const { verdict, right, reply, equal, plies } = await judgeLine(problem, line);
  let progress: Progress | null = null;
  const { current } = await load(all);
  if (current?.id === id) {
    if (verdict === "solved" || verdict === "wrong" || verdict === "no_check")
      progress = await settle(all, problem, verdict === "solved", true);
    else await hinted(all, id);
  }
  const defends = right % 2 === 1 && verdict !== "solved";
  const shown = line.slice(0, right + 1);
  if (reply !== null && !defends) shown.push(reply);
  const moves = await after(problem, [], (position) => position.line(shown, false));
  const better =
    reply === null || !defends
      ? null
      : ((await after(problem, line.slice(0, right), (position) => position.line([reply], false)))[0] ??
        null);
  const then = progress === null ? null : standing(all, progress);
  return { verdict, right, moves, better, equal, plies, standing: then };
}

const hinted = (all: Catalog, id: string): Promise<Progress> =>
  save(all, (before) => (before.current?.id === id ? { ...before, current: { id, hinted: true } } : before));

async function hint({ problem: id, line = [], whole = false }: HintRequest): Promise<Hint> {
  const all = await catalog();
  const problem = problemIn(all, id);
  const [usi] = await best(problem, line);
  if (usi === undefined) throw new CallError(404, "not_found", null);
  await hinted(all, id);
  const move: Move | null = await after(problem, line, (position) => position.line([usi], false)[0] ?? null);
  const drop = usi[1] === "*" ? (usi[0] ?? null) : null;
  return { square: drop === null ? usi.slice(0, 2) : null, drop, move: whole ? move : null };
}

async function giveUp({ problem: id, line = [] }: GiveUpRequest): Promise<GiveUpAnswer> {
  const all = await catalog();
  const problem = problemIn(all, id);
  const rest = await best(problem, line);
  let progress = await load(all);
  if (progress.current?.id === id) progress = await settle(all, problem, false, false);
  const moves = await after(problem, line, (position) => position.line(rest, false));
  return { moves, standing: standing(all, progress) };
}

async function today(): Promise<Problem> {
  const all = await catalog();
  const ids = all.problems
    .filter(({ moves }) => moves.length === all.todays_plies)
    .map(({ id }) => id)
    .sort();
  const id = ids[Math.floor(Date.now() / DAY_MS) % ids.length] ?? "";
  return problemView(problemIn(all, id), await load(all));
}

async function beginRun(): Promise<Standing> {
  const all = await catalog();
  const run = { ends_ms: Date.now() + all.run.ms, solved: 0, missed: 0 };
  return standing(all, await save(all, (before) => ({ ...before, current: null, run })));
}

export const TSUME: Answers = {
  "GET /api/tsume": async () => {
    const all = await catalog();
    return standing(all, await load(all));
  },
  "POST /api/tsume/next": ({ body }) => {
    const { plies = null, run = false } = body as { plies?: number | null; run?: boolean };
    return next(plies, run);
  },
  "GET /api/tsume/today": today,
  "GET /api/tsume/problems/:id": async ({ parts: { id = "" } }) => {
    const all = await catalog();
    return problemView(problemIn(all, id), await load(all));
  },
  "GET /api/tsume/course": async () => {
    const all = await catalog();
    return courseView(all, await load(all));
  },
  "POST /api/tsume/course/next": ({ body }) => nextOfCourse((body as { kyu?: number | null }).kyu ?? null),
  "POST /api/tsume/answer": ({ body }) => answer(body as AnswerRequest),
  "POST /api/tsume/head": ({ body }) => head(body as HeadRequest),
  "POST /api/tsume/hint": ({ body }) => hint(body as HintRequest),
  "POST /api/tsume/give-up": ({ body }) => giveUp(body as GiveUpRequest),
  "POST /api/tsume/runs": beginRun,
};
