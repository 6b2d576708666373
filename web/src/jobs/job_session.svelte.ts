// A job of the server, and what it has reported so far.

import { say, t } from "../i18n";
import { CallError } from "../api/http";
import type { Text } from "../api/types";

interface AnyJob {
  id: string;
  state: "waiting" | "working" | "done";
}

/** Where a kind of job is done: how one is begun, stopped and followed. See server_jobs.ts. */
export interface JobSource<Job, Request> {
  begin: (request: Request) => Promise<Job>;
  stop: (id: string) => Promise<unknown>;
  /** Reports what the job finds, until the returned function is called; `refused`: the job is not known any more. */
  follow: (id: string, news: (job: Job) => void, refused: (why: Text | null) => void) => () => void;
}

export class JobSession<Job extends AnyJob, Request> {
  job = $state.raw<Job | null>(null);
  trouble = $state<string | null>(null);
  starting = $state(false);
  readonly busy = $derived(this.starting || (this.job !== null && this.job.state !== "done"));

  private closed = false;
  private attempt = 0;
  private unfollow: (() => void) | null = null;

  constructor(
    private readonly source: JobSource<Job, Request>,
    /** Called when a job is done. */
    private readonly ondone: (job: Job) => void,
  ) {}

  async begin(request: Request): Promise<void> {
    this.clear();
    const mine = this.attempt;
    this.starting = true;
    try {
      const job = await this.source.begin(request);
      if (mine !== this.attempt || this.closed) {
        void this.source.stop(job.id).catch(() => undefined);
        return;
      }
      this.starting = false;
      this.onJob(job);
      if (job.state !== "done")
        this.unfollow = this.source.follow(
          job.id,
          (news) => this.onJob(news),
          (why) => this.fail(why),
        );
    } catch (error) {
      if (mine === this.attempt) this.fail(error instanceof CallError ? error.text : null);
    }
  }

  async stop(): Promise<void> {
    const job = this.job;
    if (job === null || job.state === "done") return;
    await this.source.stop(job.id).catch(() => undefined);
  }

  /** Stops the job and discards its results. */
  clear(): void {
    void this.stop();
    this.attempt += 1;
    this.unfollow?.();
    this.unfollow = null;
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
    this.unfollow?.();
    this.unfollow = null;
    this.ondone(job);
  }

  private fail(why: Text | null): void {
    this.clear();
    this.trouble = why === null ? t().status.silent : say(why);
  }
}
