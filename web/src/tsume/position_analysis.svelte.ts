// A position set up by the user, and what the solver finds in it: on the server, or on this device where there is none.

import { analysisPlaces, eitherAnalysis, loadDevice, serverAnalysis } from "../analysis/analysis_source";
import type { Job, JobKind, JobRequest, Move } from "../api/types";
import { parseSfen } from "../board/sfen";
import { say } from "../i18n";
import { JobSession } from "../jobs/job_session.svelte";
import { playMoveSound } from "../play/move_sound";
import { BARE, diagram, fromSfen, toSfen, type Draft } from "./draft";
import { tsumeWords } from "./texts";

const KEY = "komadai.tsume.position";

export class PositionAnalysis {
  draft = $state.raw<Draft>(BARE);
  /** The number of solution moves played on the board; null: the position is being set up. */
  at = $state<number | null>(null);

  private readonly onServer = analysisPlaces()[0] === "server";
  /** Only a server judges a position by the composers' rules. */
  readonly judges = this.onServer;
  readonly session: JobSession<Job, JobRequest>;
  readonly job = $derived.by(() => this.session.job);

  readonly sfen = $derived(toSfen(this.draft));
  readonly line = $derived.by((): Move[] => this.job?.solution?.moves ?? this.job?.report?.moves ?? []);
  private readonly last = $derived(this.at === null ? null : (this.line[this.at - 1] ?? null));
  readonly lastUsi = $derived(this.last?.usi ?? null);
  readonly diagram = $derived(this.last === null ? diagram(this.draft) : parseSfen(this.last.sfen));

  constructor(
    sfen: string | null,
    private readonly onsay: (text: string) => void,
  ) {
    const { mates } = eitherAnalysis(serverAnalysis, loadDevice, () => !this.onServer);
    this.session = new JobSession(mates, () => onsay(this.summary ?? ""));
    try {
      const start = sfen ?? localStorage.getItem(KEY);
      if (start !== null) this.draft = fromSfen(start);
    } catch {
      // No storage, or an invalid position: start with an empty board.
    }
  }

  /** Sets another position and discards the results for the old one. */
  set(draft: Draft): void {
    this.session.clear();
    this.at = null;
    this.draft = draft;
    try {
      localStorage.setItem(KEY, toSfen(draft));
    } catch {
      // No storage: the position is lost when the page is closed.
    }
  }

  async begin(kind: JobKind, seconds: number, restoringIsFutile: boolean): Promise<void> {
    this.at = null;
    await this.session.begin({ kind, sfen: this.sfen, seconds, restoring_is_futile: restoringIsFutile });
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
