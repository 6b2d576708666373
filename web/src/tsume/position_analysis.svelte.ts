// A position set up by the user, and the server's analysis of it.

import { pageSocket, type Subscription } from "../api/page_socket";
import { CallError } from "../api/http";
import { beginJob, stopJob } from "../api/tsume";
import type { Job, JobKind, Move, Text } from "../api/types";
import { parseSfen } from "../board/sfen";
import { say } from "../i18n";
import { tsumeWords } from "./texts";
import { playMoveSound } from "../play/move_sound";
import { BARE, diagram, fromSfen, toSfen, type Draft } from "./draft";

const KEY = "komadai.tsume.position";

export class PositionAnalysis {
  draft = $state.raw<Draft>(BARE);
  job = $state.raw<Job | null>(null);
  trouble = $state<string | null>(null);
  /** The number of solution moves played on the board; null: the position is being set up. */
  at = $state<number | null>(null);

  readonly sfen = $derived(toSfen(this.draft));
  readonly busy = $derived(this.job !== null && this.job.state !== "done");
  readonly line: Move[] = $derived(this.job?.solution?.moves ?? this.job?.report?.moves ?? []);
  private readonly last = $derived(this.at === null ? null : (this.line[this.at - 1] ?? null));
  readonly lastUsi = $derived(this.last?.usi ?? null);
  readonly diagram = $derived(this.last === null ? diagram(this.draft) : parseSfen(this.last.sfen));

  private closed = false;
  private subscription: Subscription | null = null;

  constructor(
    sfen: string | null,
    private readonly onsay: (text: string) => void,
  ) {
    try {
      const start = sfen ?? localStorage.getItem(KEY);
      if (start !== null) this.draft = fromSfen(start);
    } catch {
      // No storage, or an invalid position: start with an empty board.
    }
  }

  /** Sets another position and discards the results for the old one. */
  set(draft: Draft): void {
    if (this.job !== null) void this.stop();
    this.subscription?.close();
    this.subscription = null;
    this.job = null;
    this.trouble = null;
    this.at = null;
    this.draft = draft;
    try {
      localStorage.setItem(KEY, toSfen(draft));
    } catch {
      // No storage: the position is lost when the page is closed.
    }
  }

  async begin(kind: JobKind, seconds: number, restoringIsFutile: boolean): Promise<void> {
    this.trouble = null;
    this.job = null;
    this.at = null;
    const sfen = this.sfen;
    try {
      const job = await beginJob({ kind, sfen, seconds, restoring_is_futile: restoringIsFutile });
      if (sfen !== this.sfen || this.closed) {
        void stopJob(job.id).catch(() => undefined);
        return;
      }
      this.onJob(job);
      this.subscription?.close();
      this.subscription = pageSocket.subscribe(() => ({ type: "job", id: job.id }), {
        message: (message) => {
          if (message.type === "job") this.onJob(message.job);
        },
        state: () => undefined,
        // The server does not know the job any more: it was restarted.
        refused: (why) => this.fail(why.text),
      });
    } catch (error) {
      this.fail(error instanceof CallError ? error.text : null);
    }
  }

  private onJob(job: Job): void {
    this.job = job;
    if (job.state !== "done") return;
    this.subscription?.close();
    this.subscription = null;
    this.onsay(this.summary ?? "");
  }

  private fail(why: Text | null): void {
    this.subscription?.close();
    this.subscription = null;
    this.job = null;
    this.trouble = why === null ? tsumeWords().offline : say(why);
  }

  async stop(): Promise<void> {
    const job = this.job;
    if (job === null || job.state === "done") return;
    await stopJob(job.id).catch(() => undefined);
  }

  close(): void {
    void this.stop();
    this.closed = true;
    this.subscription?.close();
    this.subscription = null;
  }

  /** The result as one sentence. */
  get summary(): string | null {
    const words = tsumeWords();
    if (this.job?.state !== "done") return null;
    const { error, solution, report, restoring_is_futile: futile } = this.job;
    if (error) return say(error);
    if (report) return say(report.headline);
    if (!solution) return null;
    if (solution.result === "no-mate") return words.noMate;
    if (solution.result === "unknown" || solution.plies === null) return words.unknown;
    const found = words.found(solution.plies, solution.exact);
    return solution.other_plies === null ? found : found + words.otherLength(solution.other_plies, futile);
  }

  step(to: number): void {
    if (to < 0 || to > this.line.length) return;
    const move = this.line[to - 1];
    if (move !== undefined && to === (this.at ?? 0) + 1)
      playMoveSound(move.check ? "check" : move.captured !== null ? "capture" : "snap");
    this.at = to;
    this.onsay(move === undefined ? tsumeWords().start : say(move.spoken));
  }
}
