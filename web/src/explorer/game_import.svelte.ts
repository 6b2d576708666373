// Adds games to the server's databases: those that come with Komadai, or files one after the other. It goes on
// while other rooms are shown, and says its end there.

import { addFile, addStarter, stopImport } from "../api/explorer";
import type { ImportJob } from "../api/types";
import { say } from "../i18n";
import { JobSession } from "../jobs/job_session.svelte";
import { serverJobs } from "../jobs/server_jobs";
import { settings } from "../state/settings.svelte";
import { toast } from "../ui/toast.svelte";
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

  /** Whom the end is told if a database has new games: the panel, while it is there. */
  onadded: ((database: string) => void) | null = null;

  /** How it ended. */
  get outcome(): string {
    const words = explorerWords().add;
    return this.stopped && this.added === 0
      ? words.stopped
      : words.added(this.added.toLocaleString(settings.language), this.added === 1, this.duplicates);
  }

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
    // What has not been sent is lost with the page: the browser asks before it closes.
    globalThis.onbeforeunload = (event) => event.preventDefault();
    void this.session.begin(wanted).then(() => {
      if (this.waiting.length === 0) globalThis.onbeforeunload = null;
    });
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
    if (!this.over) return;
    if (this.onadded === null) toast(this.outcome);
    else if (this.database !== "") this.onadded(this.database);
  }
}

/** The one of this page. */
export const gameImport = new GameImport();
