// Analyses on this device, by the core in the page.

import { getPlaying } from "../api/games";
import {
  KOMADAI_WIN_RATE_SCALE,
  type AnalysisJob,
  type AnalysisLine,
  type AnalysisOptions,
  type BrinkmateJob,
  type GameRecordInput,
  type Job,
  type JobRequest,
  type ReviewJob,
  type ReviewRequest,
  type Text,
} from "../api/types";
import { CoreWorker } from "../core/core_worker";
import { canShareMemory, coreThreads, hasCore } from "../core/files";
import { GameJudge, type ReviewTable } from "../core/game_judge";
import type { Found, FoundLine, SearchFound, Task } from "../core/messages";
import { mateTexts, reviewTable } from "../core/texts";
import { START } from "../board/sfen";
import type { JobSource } from "../jobs/job_session.svelte";
import { noHelpText } from "../ui/no_help_texts";
import { DEVICE_ID, type AnalysisSource } from "./analysis_source";
import { IN_CHECK, whyNot } from "./device_texts";

const SECONDS = 300;
const BRINKMATE_SECONDS = 20;
const THREAT_MARGIN = 0.12;
let jobs = 0;

interface AnyJob {
  id: string;
  state: "waiting" | "working" | "done";
  error: Text | null;
}

/**
 * Runs jobs in a worker. `begin` makes the job and its task, `take` returns the job with a result added, `finish`
 * returns the job as it is at its end.
 */
function deviceJobs<Of extends AnyJob, Request>(
  worker: CoreWorker,
  begin: (request: Request, id: string) => { job: Of; task: Task },
  take: (job: Of, found: Found) => Of,
  finish: (job: Of) => Of = (job) => job,
): JobSource<Of, Request> {
  let current: { job: Of; stop: () => void; news: ((job: Of) => void) | null } | null = null;
  const change = (id: string, to: (job: Of) => Of): void => {
    if (current?.job.id !== id || current.job.state === "done") return;
    current.job = to(current.job);
    current.news?.(current.job);
  };
  const end = (id: string, error: Text | null): void =>
    change(id, (job) => ({ ...(error === null ? finish(job) : job), state: "done", error }));
  return {
    begin(request) {
      const { job, task } = begin(request, `${DEVICE_ID}${++jobs}`);
      const { id } = job;
      const stop = worker.run(task, {
        found: (found) => change(id, (before) => take(before, found)),
        ended: (code) =>
          code === null ? end(id, null) : void whyNot(code, task).then((why) => end(id, why)),
      });
      current = { job, stop, news: null };
      // The server refuses help to a player of a game against a person; the device asks it the same question.
      getPlaying().then(
        ({ game }) => {
          if (game === null || current?.job.id !== id) return;
          end(id, noHelpText);
          stop();
        },
        () => undefined, // without the server there is no such game
      );
      return Promise.resolve(job);
    },
    stop(id) {
      if (current?.job.id === id) current.stop();
      return Promise.resolve();
    },
    follow(id, news) {
      if (current?.job.id !== id) return () => undefined;
      const followed = current;
      followed.news = news;
      news(followed.job);
      return () => (followed.news = null);
    },
  };
}

const winOf = (cp: number | null, mate: number | null): number =>
  mate !== null ? Number(mate > 0) : 1 / (1 + Math.exp(-(cp ?? 0) / KOMADAI_WIN_RATE_SCALE));

/** A line with its score from Black's point of view; `white`: it was White's. */
function fromBlack({ depth, cp, mate, moves }: FoundLine, white: boolean): AnalysisLine {
  const sign = white ? -1 : 1;
  const score = { cp: cp === null ? null : sign * cp, mate: mate === null ? null : sign * mate };
  return { depth, ...score, win: winOf(score.cp, score.mate), moves };
}

/** The moves that are nearly as good for the side that makes them as the best one. */
function realThreats(lines: readonly FoundLine[], white: boolean): AnalysisLine[] {
  const best = lines[0];
  if (best === undefined) return [];
  const least = winOf(best.cp, best.mate) - THREAT_MARGIN;
  return lines.filter(({ cp, mate }) => winOf(cp, mate) > least).map((line) => fromBlack(line, white));
}

function withFound(job: AnalysisJob, { sfen, lines, threats, inCheck, nodes, ms }: SearchFound): AnalysisJob {
  const white = sfen.split(" ")[1] === "w";
  return {
    ...job,
    sfen,
    ms,
    threats:
      threats === null
        ? job.threats
        : { error: inCheck ? IN_CHECK : null, lines: realThreats(threats, !white) },
    engines: job.engines.map((engine) => ({
      ...engine,
      nodes,
      nps: ms > 0 ? Math.round((1000 * nodes) / ms) : 0,
      lines: lines.map((line) => fromBlack(line, white)),
    })),
  };
}

function analysis(): AnalysisSource {
  const threads = coreThreads();
  const searcher = new CoreWorker(canShareMemory ? threads : 0);
  const solver = new CoreWorker(0);
  const options: AnalysisOptions = { engines: [], home: [], at_once: 1, threads, seconds: SECONDS };
  return {
    options: () => Promise.resolve(options),
    searches: deviceJobs<AnalysisJob, Parameters<AnalysisSource["searches"]["begin"]>[0]>(
      searcher,
      (request, id) => {
        const used = Math.min(threads, request.threads ?? threads);
        const threats = request.threats === true;
        return {
          job: {
            id,
            sfen: "",
            state: "working",
            place: null,
            stopped: false,
            ms: 0,
            error: null,
            threads: used,
            threats: threats ? { error: null, lines: [] } : null,
            engines: [{ engine: "", home: false, nodes: 0, nps: 0, lines: [], error: null }],
          },
          task: {
            kind: "search",
            start_sfen: request.start_sfen ?? "",
            moves: request.moves ?? [],
            lines: request.lines ?? 1,
            depth: request.depth ?? null,
            ms: 1000 * SECONDS,
            threads: used,
            threats,
          },
        };
      },
      (job, found) => (found.kind === "search" ? withFound(job, found) : job),
    ),
    mates: deviceMates(solver),
    brinkmates: deviceJobs<BrinkmateJob, Parameters<AnalysisSource["brinkmates"]["begin"]>[0]>(
      solver,
      ({ sfen, plies = 3 }, id) => ({
        job: { id, state: "working", stopped: false, error: null, result: null, plies: null, moves: [] },
        task: { kind: "brinkmate", sfen, plies, ms: 1000 * BRINKMATE_SECONDS },
      }),
      (job, found) =>
        found.kind === "brinkmate"
          ? { ...job, result: found.result, plies: found.plies, moves: found.moves }
          : job,
    ),
    reviews: deviceReviews(),
  };
}

/** Mates. A search that is stopped ends with what it has found, as on a server. */
function deviceMates(worker: CoreWorker): JobSource<Job, JobRequest> {
  const nothing: NonNullable<Job["solution"]> = {
    result: "unknown",
    plies: null,
    exact: false,
    other_plies: null,
    moves: [],
    kif: null,
  };
  let soFar = nothing;
  let stage: Text | null = null;
  const jobs = deviceJobs<Job, JobRequest>(
    worker,
    ({ kind, sfen, seconds = 20, restoring_is_futile: restoringIsFutile = false }, id) => {
      soFar = nothing;
      const job: Job = {
        id,
        kind,
        restoring_is_futile: restoringIsFutile,
        state: "working",
        ms: 0,
        nodes: 0,
        plies: null,
        stage: null,
        error: null,
        solution: null,
        report: null,
      };
      return { job, task: { kind: "mate", sfen, ms: 1000 * seconds, restoringIsFutile } };
    },
    (job, found) => {
      if (found.kind === "mate_progress") {
        const { nodes, ms, plies, moves } = found;
        if (plies !== null) soFar = { ...nothing, result: "mate", plies, moves };
        return { ...job, nodes, ms, plies, stage };
      }
      if (found.kind !== "mate") return job;
      const { result, exact, otherPlies, nodes, ms } = found.solution;
      const plies = result === "mate" ? found.solution.plies : null;
      const solution = { ...nothing, result, plies, exact, other_plies: otherPlies, moves: found.moves };
      return { ...job, nodes, ms, plies, solution };
    },
    (job) => ({ ...job, solution: job.solution ?? soFar }),
  );
  return {
    ...jobs,
    async begin(request) {
      stage ??= (await mateTexts())?.searching ?? null;
      return jobs.begin(request);
    },
  };
}

const NODES = 50_000;

/** Reviews, whose table is loaded with the first one. */
function deviceReviews(): JobSource<ReviewJob, ReviewRequest> {
  let table: ReviewTable | null = null;
  let judge: GameJudge | null = null;
  let task: Extract<Task, { kind: "review" }> | null = null;
  let begun = 0;
  const jobs = deviceJobs<ReviewJob, ReviewRequest>(
    new CoreWorker(0),
    ({ record, nodes = NODES }, id) => {
      if (table === null) throw new Error("the table is loaded first");
      const start_sfen = record.start_sfen ?? START;
      const compensation = table.compensations[start_sfen.split(" ").slice(0, 3).join(" ")];
      judge = null;
      begun = performance.now();
      task = {
        kind: "review",
        start_sfen,
        moves: mainLine(record),
        handicap: compensation !== undefined,
        compensation: compensation ?? 0,
        nodes,
        table,
      };
      const job: ReviewJob = {
        id,
        state: "working",
        stopped: false,
        ms: 0,
        error: null,
        done: 0,
        total: task.moves.length + 1,
        wins: [],
        review: null,
      };
      return { job, task };
    },
    (job, found) => {
      if (task === null) return job;
      if (found.kind === "line") judge = new GameJudge(task.table, found.moves, task.handicap);
      if (found.kind !== "evaluation" || judge === null) return job;
      judge.learn(found.question, found.evaluation);
      return { ...job, done: judge.done, total: found.total, wins: judge.wins() };
    },
    (job) => {
      const complete = judge !== null && job.done === job.total;
      const review = judge === null || task === null ? null : judge.review(task.nodes, complete);
      return { ...job, ms: Math.round(performance.now() - begun), stopped: !complete, review };
    },
  );
  return {
    ...jobs,
    async begin(request) {
      table ??= await reviewTable();
      return jobs.begin(request);
    },
  };
}

/** The first move of each node, from the root on. */
function mainLine({ nodes }: GameRecordInput): string[] {
  const moves: string[] = [];
  let at = 0;
  for (;;) {
    const next = nodes.findIndex(({ parent }) => parent === at);
    const usi = nodes[next]?.usi;
    if (next < 0 || usi == null) return moves;
    moves.push(usi);
    at = next;
  }
}

let made: AnalysisSource | null = null;

/** The core in the page as an engine; null if the page was built without it. */
export const deviceAnalysis = (): AnalysisSource | null => (hasCore ? (made ??= analysis()) : null);
