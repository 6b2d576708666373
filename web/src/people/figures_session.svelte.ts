// The figures of a game for a moderator, and what the server has found so far.

import { beginFigures, stopFigures } from "../api/people";
import { JobSession } from "../jobs/job_session.svelte";
import { serverJobs } from "../jobs/server_jobs";
import type { FiguresJob } from "../api/types";

export class FiguresSession extends JobSession<FiguresJob, string> {
  constructor(ondone: (job: FiguresJob) => void) {
    super(
      serverJobs(beginFigures, stopFigures, (message) => (message.type === "figures" ? message.job : null)),
      ondone,
    );
  }
}
