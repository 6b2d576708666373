// Whether a game is solved on this server, and the job that solves it.

import { CallError } from "../api/http";
import { pageSocket, type Subscription } from "../api/page_socket";
import type { Solved, SolveJob, Text } from "../api/types";
import { beginSolving, getSolved, stopSolving } from "../api/variants";

export class SolvedState {
  /** Null: not known yet. */
  state = $state.raw<Solved | null>(null);
  job = $state.raw<SolveJob | null>(null);
  /** Why the last action failed; `text` is null if the server did not answer. */
  trouble = $state.raw<{ text: Text | null } | null>(null);

  readonly ready = $derived(this.state?.ready === true);
  readonly busy = $derived(this.job !== null && this.job.state !== "done");

  private subscription: Subscription | null = null;
  private closed = false;

  constructor(readonly name: string) {}

  async load(): Promise<void> {
    try {
      this.state = await getSolved(this.name);
      if (this.state.job !== null) this.follow(this.state.job);
    } catch (error) {
      this.fail(error);
    }
  }

  /** Begins the analysis, or continues one that was stopped. */
  async begin(): Promise<void> {
    this.trouble = null;
    try {
      this.follow(await beginSolving(this.name));
    } catch (error) {
      this.fail(error);
    }
  }

  async stop(): Promise<void> {
    try {
      this.job = await stopSolving(this.name);
    } catch (error) {
      this.fail(error);
    }
  }

  /** The job goes on without this page. */
  close(): void {
    this.closed = true;
    this.unsubscribe();
  }

  private follow(job: SolveJob): void {
    if (this.closed) return;
    this.unsubscribe();
    this.job = job;
    this.subscription = pageSocket.subscribe(() => ({ type: "job", id: job.id }), {
      message: (message) => {
        if (message.type === "solve_job") this.onJob(message.job);
      },
      state: () => undefined,
      // The server does not know the job any more: it was restarted.
      refused: () => this.onGone(),
    });
  }

  private onJob(job: SolveJob): void {
    this.job = job;
    if (job.state !== "done") return;
    this.unsubscribe();
    if (job.error !== null) this.trouble = { text: job.error };
    void this.load();
  }

  private onGone(): void {
    this.unsubscribe();
    this.job = null;
    void this.load();
  }

  private unsubscribe(): void {
    this.subscription?.close();
    this.subscription = null;
  }

  private fail(error: unknown): void {
    if (!(error instanceof CallError)) throw error;
    this.trouble = { text: error.text };
  }
}
