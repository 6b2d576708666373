// A search of a position by the server, and what it has reported so far.

import { JobSession } from "../jobs/job_session.svelte";
import { serverJobs } from "../jobs/server_jobs";
import { beginThinking, stopThinking } from "../api/thinking";
import type { ThinkingJob, ThinkingRequest } from "../api/types";
import { settings } from "../state/settings.svelte";
import { say } from "../i18n";
import { thinkingWords } from "./texts";

export class ThinkingSession extends JobSession<ThinkingJob, ThinkingRequest> {
  constructor(onsay: (text: string) => void) {
    super(
      serverJobs(beginThinking, stopThinking, (message) =>
        message.type === "thinking" ? message.job : null,
      ),
      (job) => onsay(summary(job)),
    );
  }

  /** The state in one sentence. */
  get summary(): string {
    return summary(this.job);
  }
}

function summary(job: ThinkingJob | null): string {
  const words = thinkingWords();
  if (job === null || job.state === "waiting") return words.waiting;
  if (job.error !== null) return say(job.error);
  const now = job.searches.find(({ state }) => state === "working");
  if (job.state === "working")
    return now === undefined ? words.waiting : words.working(words.modes[now.mode]);
  if (job.searches.some(({ declares_win: declares }) => declares)) return words.declares;
  if (job.legal_moves === 0) return words.noMove;
  const best = job.searches.findLast((search) => search.best !== null)?.best ?? null;
  return best === null ? words.stopped : words.done(best[settings.notation]);
}
