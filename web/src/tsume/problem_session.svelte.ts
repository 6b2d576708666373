// A session of mate problems: the current problem, the moves played, and messages about them.

import { CallError } from "../api/http";
import {
  type At,
  beginRun,
  getCourse,
  getHint,
  getProblem,
  getStanding,
  giveUp,
  judgeHead,
  nextOfCourse,
  nextProblem,
  sendMove,
} from "../api/tsume";
import type { Answer, Head, Move, Position, Problem, Standing, TsumeCourse } from "../api/types";
import { takeFirstProblem } from "../state/first_request";
import { mayMove, settings } from "../state/settings.svelte";
import { preview, parseSfen, type Diagram } from "../board/sfen";
import { say, t } from "../i18n";
import { tsumeWords } from "./texts";
import { playMoveSound } from "../play/move_sound";
import { HeadLine } from "./head_line.svelte";
import { mayBeRunning, storeRun } from "../state/stored_run";

/**
 * `ready`: waiting for the user's move; `checking`: the server checks it; `replying`: the defence is about to reply;
 * `refuted`: a wrong move and its refutation are on the board; `solved`, `revealed`: finished; `none`: the course
 * has no problem left now.
 */
export type Phase =
  "loading" | "ready" | "checking" | "replying" | "refuted" | "solved" | "revealed" | "none" | "failed";
/** A grade of the course, or (null) what is to be repeated. */
export interface CourseChoice {
  kyu: number | null;
}
export interface Message {
  tone: "success" | "failure" | "plain";
  text: string;
}

const REPLY_MS = 520;

export class ProblemSession {
  standing = $state.raw<Standing | null>(null);
  problem = $state.raw<Problem | null>(null);
  phase = $state<Phase>("loading");
  message = $state.raw<Message | null>(null);
  /** A square to highlight, from a hint. */
  pointed = $state<string | null>(null);
  /** The chosen length in plies; null: a length that suits the rating. */
  plies = $state<number | null>(null);
  running = $state(false);
  /** When the run is over, by performance.now(). */
  deadline = $state(0);
  change = $state<number | null>(null);
  settled = $state(false);
  /** The progress in the course, if its problems are solved here. */
  course = $state.raw<TsumeCourse | null>(null);
  /** Whether the last problem completed the grade. */
  passed = $state(false);

  private position = $state.raw<Position | null>(null);
  private moves = $state.raw<Move[]>([]);
  private signature = "";
  /** The number of moves played on the board. */
  private at = $state(0);
  private tried = $state.raw<Move[]>([]);
  private pending = $state<string | null>(null);
  private hinted = $state(0);
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts the actions, so that answers to earlier ones are dropped. */
  private action = 0;

  /** The line entered before a piece moves. */
  readonly head: HeadLine;

  constructor(
    private readonly onsay: (text: string) => void,
    private readonly choice: CourseChoice | null = null,
  ) {
    this.head = new HeadLine(onsay);
  }

  readonly over = $derived(this.phase === "solved" || this.phase === "revealed");
  /** Whether the problem is solved in the head. A timed run is played on the board. */
  readonly inHead = $derived(settings.tsumeInHead && !this.running);
  private readonly played = $derived([...this.moves.slice(0, this.at), ...this.tried]);
  readonly line = $derived(this.played);
  private readonly last = $derived(this.played[this.played.length - 1] ?? null);
  readonly diagram: Diagram = $derived.by(() => {
    const sfen = this.last?.sfen ?? this.problem?.sfen;
    const diagram = parseSfen(sfen ?? "9/9/9/9/9/9/9/9/9 b - 1");
    return this.pending === null ? diagram : preview(diagram, this.pending);
  });
  readonly lastUsi = $derived(this.pending ?? this.last?.usi ?? null);
  readonly inCheck = $derived(this.pending === null && (this.last?.check ?? false));
  readonly legal = $derived(this.phase === "ready" ? (this.position?.legal ?? []) : []);
  readonly mover = $derived(this.phase === "ready" ? (this.position?.turn ?? null) : null);
  readonly atStart = $derived(this.at === 0);
  readonly atEnd = $derived(this.at === this.moves.length);
  /** Whether the next hint is the move itself. */
  readonly nextHintIsMove = $derived(this.hinted === this.moves.length + 1);
  readonly all = $derived(this.moves);
  readonly current = $derived(this.at);

  readonly grade = $derived(this.course?.grades.find(({ kyu }) => kyu === this.choice?.kyu) ?? null);

  async start(id: string | null): Promise<void> {
    if (this.choice !== null) return this.next();
    const standing = getStanding();
    // The first problem depends on the score only if a run goes on; else both are requested together.
    let problem = takeFirstProblem(id);
    if (problem === null && id !== null) problem = getProblem(id);
    if (problem === null && !mayBeRunning()) problem = nextProblem(this.plies, false);
    problem?.catch(() => undefined); // load() handles it
    const first = problem;
    const loaded = first === null ? null : this.load(() => first);
    try {
      this.standing = await standing;
    } catch (error) {
      await loaded;
      this.fail(error);
      return;
    }
    if (loaded !== null) return loaded;
    const { run } = this.standing;
    if (run !== null && !run.over) this.continueRun(run.left_ms);
    await this.next();
  }

  private continueRun(left: number): void {
    this.running = true;
    this.deadline = performance.now() + left;
    storeRun(Date.now() + left);
  }

  async next(): Promise<void> {
    const choice = this.choice;
    if (choice !== null) {
      await this.load(async () => {
        const { problem, course } = await nextOfCourse(choice.kyu);
        this.course = course;
        return problem;
      });
      return;
    }
    await this.load(() => nextProblem(this.plies, this.running));
  }

  async choose(plies: number | null): Promise<void> {
    this.plies = plies;
    this.running = false;
    await this.next();
  }

  async run(): Promise<void> {
    try {
      this.standing = await beginRun();
      this.plies = null;
      this.continueRun(this.standing.run?.left_ms ?? 0);
    } catch (error) {
      this.fail(error);
      return;
    }
    await this.next();
  }

  /** Ends the run: the time is up, or the third mistake was made. */
  async endRun(): Promise<void> {
    if (!this.running) return;
    this.running = false;
    clearTimeout(this.timer);
    this.action += 1;
    try {
      this.standing = await getStanding();
    } catch {
      // The score is shown once the server can be reached again.
    }
    this.phase = "revealed";
    this.show("plain", tsumeWords().runOver(this.standing?.run?.solved ?? 0, this.standing?.best_run ?? 0));
  }

  private linePosition({ id }: Problem): At {
    return { problem: id, line: this.moves.map(({ usi }) => usi), signature: this.signature };
  }

  /** Reads the progress in the course after a problem was settled. */
  private async readCourse(): Promise<void> {
    const before = this.grade;
    if (this.choice === null) return;
    try {
      this.course = await getCourse();
    } catch {
      return; // the progress is shown with the next problem
    }
    const { grade } = this;
    this.passed =
      before !== null && grade !== null && before.solved < grade.needed && grade.solved >= grade.needed;
    if (this.passed && grade !== null) this.onsay(tsumeWords().gradeJustPassed(grade.kyu));
  }

  private async load(get: () => Promise<Problem | null>): Promise<void> {
    const action = this.begin();
    this.phase = "loading";
    this.message = null;
    try {
      const problem = await get();
      if (action !== this.action) return;
      this.passed = false;
      if (problem === null) {
        this.phase = "none";
        return;
      }
      this.problem = problem;
      this.head.start(problem);
      this.position = problem.position;
      this.moves = [];
      this.signature = "";
      this.tried = [];
      this.pending = null;
      this.at = 0;
      this.hinted = 0;
      this.change = null;
      this.settled = false;
      this.phase = "ready";
      this.show("plain", this.task(problem));
    } catch (error) {
      if (action !== this.action) return;
      if (error instanceof CallError && error.code === "run_over") await this.endRun();
      else this.fail(error);
    }
  }

  async play(usi: string): Promise<void> {
    if (this.phase !== "ready") return;
    const taken = this.diagram.squares[squareOf(usi)] !== null;
    this.pending = usi;
    playMoveSound(taken ? "capture" : "snap");
    const refused = await this.send({ usi });
    if (refused !== null) this.show("failure", refused);
  }

  /** Plays a move in any notation. Returns why it was refused; null: it was played. */
  type(typed: string): Promise<string | null> {
    return this.send({ typed });
  }

  private async send(move: { usi: string } | { typed: string }): Promise<string | null> {
    const problem = this.problem;
    if (problem === null || this.phase !== "ready") return null;
    const action = this.begin();
    this.phase = "checking";
    try {
      const answer = await sendMove(this.linePosition(problem), move);
      if (action === this.action) this.apply(answer);
      return null;
    } catch (error) {
      if (action !== this.action) return null;
      this.pending = null;
      this.phase = "ready";
      return reasonOf(error);
    }
  }

  private apply(answer: Answer): void {
    const words = tsumeWords();
    const [mine, reply] = answer.moves;
    this.pending = null;
    if (answer.standing !== null) {
      this.standing = answer.standing;
      this.change = answer.change;
      this.settled = true;
      void this.readCourse();
    }
    if (mine === undefined) return;
    if (answer.verdict === "goes_on" || answer.verdict === "solved") {
      this.position = answer.position;
      this.signature = answer.signature;
      this.moves = [...this.moves, mine];
      this.at = this.moves.length;
      if (answer.verdict === "solved") {
        this.phase = "solved";
        if (settings.sound) playMoveSound("check");
        this.show("success", [answer.equal ? words.equal : "", words.solved].filter(Boolean).join(" "));
        if (this.running) this.later(() => void this.next());
        return;
      }
      this.phase = "replying";
      this.later(() => {
        if (reply !== undefined) {
          this.moves = [...this.moves, reply];
          this.at = this.moves.length;
          playMoveSound(reply.captured !== null ? "capture" : "snap");
        }
        this.phase = "ready";
        const left = (this.problem?.plies ?? 0) - this.moves.length;
        this.show(
          "plain",
          [answer.equal ? words.equal : "", words.goesOn(reply === undefined ? "" : name(reply), left)]
            .filter(Boolean)
            .join(" "),
          reply === undefined ? "" : say(reply.spoken),
        );
      });
      return;
    }
    this.phase = "refuted";
    this.tried = [mine];
    const texts: Record<string, string> = {
      no_check: words.noCheck,
      slower: words.slower(answer.plies ?? 2),
      unclear: words.unclear,
      wrong: reply === undefined ? words.wrong("") : words.wrong(name(reply)),
    };
    const text = texts[answer.verdict] ?? "";
    const tone = answer.verdict === "wrong" || answer.verdict === "no_check" ? "failure" : "plain";
    const end = (): void => {
      if (answer.verdict === "wrong" && reply !== undefined) {
        this.tried = [mine, reply];
        playMoveSound(reply.captured !== null ? "capture" : "snap");
      }
      this.show(tone, text);
      if (this.running) this.afterMiss();
    };
    if (answer.verdict === "wrong" && reply !== undefined) this.later(end);
    else end();
  }

  private task({ plies }: Problem): string {
    return this.inHead ? tsumeWords().headTask(plies) : tsumeWords().task(plies);
  }

  /** Switches between playing on the board and entering the whole line; the problem begins again. */
  solveInHead(on: boolean): void {
    settings.tsumeInHead = on;
    const problem = this.problem;
    if (problem === null || (this.phase !== "ready" && this.phase !== "refuted")) return;
    this.begin();
    this.toStart(problem);
    this.head.start(problem);
    this.phase = "ready";
    this.show("plain", this.task(problem));
  }

  private toStart(problem: Problem): void {
    this.position = problem.position;
    this.signature = "";
    this.moves = [];
    this.tried = [];
    this.at = 0;
    this.hinted = 0;
  }

  /** Has the line that was entered judged. */
  async judge(): Promise<void> {
    const problem = this.problem;
    if (problem === null || this.phase !== "ready" || !this.head.complete) return;
    const action = this.begin();
    this.phase = "checking";
    try {
      const judgement = await judgeHead({ problem: problem.id, line: this.head.usi });
      if (action === this.action) this.applyJudgement(problem, judgement);
    } catch (error) {
      if (action === this.action) this.fail(error, "ready");
    }
  }

  private applyJudgement(problem: Problem, head: Head): void {
    const words = tsumeWords();
    if (head.standing !== null) {
      this.standing = head.standing;
      this.change = null;
      this.settled = true;
      void this.readCourse();
    }
    if (head.verdict === "solved") {
      this.moves = head.moves;
      this.at = head.moves.length;
      this.phase = "solved";
      if (settings.sound) playMoveSound("check");
      this.show("success", [head.equal ? words.headEqual : "", words.solved].filter(Boolean).join(" "));
      return;
    }
    this.problem = { ...problem, hinted: true };
    this.moves = head.moves.slice(0, head.right);
    this.at = head.right;
    this.tried = head.moves.slice(head.right);
    this.phase = "refuted";
    const [wrong, reply] = this.tried;
    const better = head.better === null ? "" : name(head.better);
    const texts: Record<Exclude<Head["verdict"], "solved">, string> = {
      no_check: words.noCheck,
      slower: words.slower(head.plies ?? 2),
      unclear: words.unclear,
      wrong: words.wrong(reply === undefined ? "" : name(reply)),
      shorter: words.headShorter(better, head.plies ?? 2),
      futile: words.headFutile(better),
    };
    const bad = head.verdict === "wrong" || head.verdict === "no_check";
    const where = wrong === undefined ? "" : words.headAt(head.right + 1, name(wrong));
    this.show(bad ? "failure" : "plain", `${where} ${texts[head.verdict]}`);
  }

  private afterMiss(): void {
    if (this.standing?.run?.over === true) void this.endRun();
    else if (this.settled) this.later(() => void this.next(), 2.2);
  }

  /** Takes the wrong move back. */
  again(): void {
    if (this.phase !== "refuted") return;
    this.begin();
    if (this.inHead && this.problem !== null) {
      this.head.keep(this.at);
      this.toStart(this.problem);
    }
    this.tried = [];
    this.phase = "ready";
    this.show("plain", tsumeWords().onceMore);
  }

  /** Shows a hint: the piece first, the move at the second call. */
  async hint(): Promise<void> {
    const problem = this.problem;
    if (this.inHead) return;
    if (this.phase === "refuted") this.again();
    if (problem === null || this.phase !== "ready") return;
    const whole = this.nextHintIsMove;
    const action = this.action;
    try {
      const hint = await getHint(this.linePosition(problem), whole);
      if (action !== this.action) return;
      this.hinted = this.moves.length + 1;
      this.problem = { ...problem, hinted: true };
      this.pointed = hint.square;
      const words = tsumeWords();
      if (hint.move !== null) {
        this.pointed = hint.move.usi.slice(2, 4);
        this.show("plain", words.hintMove(name(hint.move)));
      } else if (hint.drop !== null) this.show("plain", words.hintDrop(t().piece(hint.drop)));
      else if (hint.square !== null) {
        const kind = this.diagram.squares[squareOf(`--${hint.square}`)]?.kind ?? "";
        this.show("plain", words.hintPiece(t().piece(kind), hint.square));
      }
    } catch (error) {
      this.fail(error, "ready");
    }
  }

  async solution(): Promise<void> {
    const problem = this.problem;
    if (problem === null || this.over) return;
    const action = this.begin();
    if (this.inHead) this.toStart(problem);
    try {
      const answer = await giveUp(this.linePosition(problem));
      if (action !== this.action) return;
      if (problem.counts && !this.settled && this.standing !== null)
        this.change = answer.standing.rating - this.standing.rating;
      this.standing = answer.standing;
      if (!this.settled) void this.readCourse();
      this.settled = true;
      this.tried = [];
      this.pending = null;
      this.pointed = null;
      this.moves = [...this.moves, ...answer.moves];
      this.phase = "revealed";
      this.show("plain", `${tsumeWords().shown} ${answer.moves.map(name).join(" ")}`);
      this.step(Math.min(this.moves.length, this.at + 1));
    } catch (error) {
      this.fail(error, this.tried.length > 0 ? "refuted" : "ready");
    }
  }

  /** Goes to the position after `to` moves, once the problem is finished. */
  step(to: number): void {
    if (!this.over || to < 0 || to > this.moves.length || to === this.at) return;
    const forward = to === this.at + 1;
    this.at = to;
    const move = this.moves[to - 1];
    if (forward && move !== undefined)
      playMoveSound(move.check ? "check" : move.captured !== null ? "capture" : "snap");
    this.onsay(move === undefined ? tsumeWords().start : say(move.spoken));
  }

  close(): void {
    this.begin();
  }

  private begin(): number {
    clearTimeout(this.timer);
    this.pointed = null;
    this.action += 1;
    return this.action;
  }

  private later(act: () => void, longer = 1): void {
    const action = this.action;
    this.timer = setTimeout(
      () => action === this.action && act(),
      mayMove() ? REPLY_MS * longer : 200 * longer,
    );
  }

  private show(tone: Message["tone"], text: string, spoken = ""): void {
    this.message = { tone, text };
    this.onsay([spoken, text].filter(Boolean).join(" "));
  }

  private fail(error: unknown, then: Phase = "failed"): void {
    this.phase = then;
    this.show("failure", reasonOf(error));
  }
}

const reasonOf = (error: unknown): string =>
  error instanceof CallError && error.text !== null ? say(error.text) : tsumeWords().offline;

const name = (move: Move): string => move.text[settings.notation];
const squareOf = (usi: string): number => (usi.charCodeAt(2) - 49) * 9 + (usi.charCodeAt(3) - 97);
