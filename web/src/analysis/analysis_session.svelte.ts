// A live analysis by the server, and a search for a mate on demand.

import { beginAnalysis, stopAnalysis } from "../api/analysis";
import { JobSession } from "../api/job_session.svelte";
import { beginJob, stopJob } from "../api/tsume";
import type { AnalysisJob, AnalysisRequest, Job, JobRequest } from "../api/types";

export class AnalysisSession extends JobSession<AnalysisJob, AnalysisRequest> {
  constructor(ondone: (job: AnalysisJob) => void) {
    super(
      {
        begin: beginAnalysis,
        stop: stopAnalysis,
        jobOf: (message) => (message.type === "analysis" ? message.job : null),
      },
      ondone,
    );
  }
}

export class MateSession extends JobSession<Job, JobRequest> {
  constructor(ondone: (job: Job) => void) {
    super(
      {
        begin: beginJob,
        stop: stopJob,
        jobOf: (message) => (message.type === "job" ? message.job : null),
      },
      ondone,
    );
  }
}
