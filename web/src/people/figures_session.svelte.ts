// The figures of a game for a moderator, and what the server has found so far.

import { beginFigures, stopFigures } from "../api/people";
import { JobSession } from "../jobs/job_session.svelte";
import type { FiguresJob } from "../api/types";

export class FiguresSession extends JobSession<FiguresJob, string> {
  constructor(ondone: (job: FiguresJob) => void) {
    super(
      {
        begin: beginFigures,
        stop: stopFigures,
        jobOf: (message) => (message.type === "figures" ? message.job : null),
      },
      ondone,
    );
  }
}
