// Adds games to the server's databases: those that come with Komadai, or files one after the other.

import { addFile, addStarter, stopImport } from "../api/explorer";
import type { ImportJob } from "../api/types";
import { say } from "../i18n";
import { JobSession } from "../jobs/job_session.svelte";
import { serverJobs } from "../jobs/server_jobs";
import { explorerWords } from "./texts";

/** A file, or null for the games that come with Komadai. */
type Wanted = File | null;

const source = serverJobs<ImportJob, Wanted>(
  (file) => (file === null ? addStarter() : addFile(file)),
  stopImport,
  (message) => (message.type === "import" ? message.job : null),
);

export class GameImport {
  readonly session = new JobSession(source, (job) => this.done(job));
  /** The number of games that were added since `add` was called last. */
  added = $state(0);
  duplicates = $state(0);
  /** Files that were not read, with the reason. A job without a file has no name. */
  failed = $state.raw<{ name: string; why: string }[]>([]);
  stopped = $state(false);
  /** The number of the file that is read now, and of how many. */
  number = $state(0);
  count = $state(0);
  /** Whether the last `add` has come to its end. */
  over = $state(false);

  private waiting: Wanted[] = [];
  private database = "";

  /** `onadded`: at the end, if a database has new games. */
  constructor(private readonly onadded: (database: string) => void) {}

  add(wanted: readonly Wanted[], maxBytes: number): void {
    const large = wanted.filter((each) => each !== null && each.size > maxBytes);
    this.failed = large.map((file) => ({
      name: file?.name ?? "",
      why: explorerWords().tooLarge(maxBytes >> 20),
    }));
    this.waiting = wanted.filter((each) => !large.includes(each));
    this.added = this.duplicates = this.number = 0;
    this.stopped = false;
    this.database = "";
    this.count = this.waiting.length;
    this.next();
  }

  cancel(): void {
    this.waiting = [];
    this.stopped = true;
    if (this.session.job !== null) return void this.session.stop();
    // The file is still being sent: its job is stopped when it begins.
    this.session.clear();
    this.over = true;
  }

  private next(): void {
    const wanted = this.waiting.shift();
    this.over = wanted === undefined;
    if (wanted === undefined) return;
    this.number += 1;
    void this.session.begin(wanted);
  }

  private done(job: ImportJob): void {
    this.added += job.added;
    this.duplicates += job.duplicates;
    this.stopped ||= job.stopped;
    // A job that was stopped before it began says so as an error.
    const failed = job.error === null || job.stopped ? job.unread : [{ name: job.file, message: job.error }];
    this.failed = [...this.failed, ...failed.map(({ name, message }) => ({ name, why: say(message) }))];
    if (job.added > 0) this.database = job.database;
    this.next();
    if (this.over && this.database !== "") this.onadded(this.database);
  }
}
