// A job of the server, and what it has reported so far.

import { say, t } from "../i18n";
import { CallError } from "../api/http";
import { pageSocket, type Subscription } from "../api/page_socket";
import type { ServerMessage, Text } from "../api/types";

interface AnyJob {
  id: string;
  state: "waiting" | "working" | "done";
}

/** How a kind of job is begun, stopped and recognized among the messages of the socket. */
export interface JobCalls<Job, Request> {
  begin: (request: Request) => Promise<Job>;
  stop: (id: string) => Promise<unknown>;
  jobOf: (message: ServerMessage) => Job | null;
}

export class JobSession<Job extends AnyJob, Request> {
  job = $state.raw<Job | null>(null);
  trouble = $state<string | null>(null);
  starting = $state(false);
  readonly busy = $derived(this.starting || (this.job !== null && this.job.state !== "done"));

  private closed = false;
  private attempt = 0;
  private subscription: Subscription | null = null;

  constructor(
    private readonly calls: JobCalls<Job, Request>,
    /** Called when a job is done. */
    private readonly ondone: (job: Job) => void,
  ) {}

  async begin(request: Request): Promise<void> {
    this.clear();
    const mine = this.attempt;
    this.starting = true;
    try {
      const job = await this.calls.begin(request);
      if (mine !== this.attempt || this.closed) {
        void this.calls.stop(job.id).catch(() => undefined);
        return;
      }
      this.starting = false;
      this.onJob(job);
      this.subscription = pageSocket.subscribe(() => ({ type: "job", id: job.id }), {
        message: (message) => {
          const news = this.calls.jobOf(message);
          if (news !== null) this.onJob(news);
        },
        state: () => undefined,
        // The server does not know the job any more: it was restarted.
        refused: (why) => this.fail(why.text),
      });
    } catch (error) {
      if (mine === this.attempt) this.fail(error instanceof CallError ? error.text : null);
    }
  }

  async stop(): Promise<void> {
    const job = this.job;
    if (job === null || job.state === "done") return;
    await this.calls.stop(job.id).catch(() => undefined);
  }

  /** Stops the job and discards its results. */
  clear(): void {
    void this.stop();
    this.attempt += 1;
    this.subscription?.close();
    this.subscription = null;
    this.job = null;
    this.trouble = null;
    this.starting = false;
  }

  close(): void {
    this.clear();
    this.closed = true;
  }

  private onJob(job: Job): void {
    this.job = job;
    if (job.state !== "done") return;
    this.subscription?.close();
    this.subscription = null;
    this.ondone(job);
  }

  private fail(why: Text | null): void {
    this.clear();
    this.trouble = why === null ? t().status.silent : say(why);
  }
}
