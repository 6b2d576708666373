// A live analysis by the server, and searches for a mate and a brinkmate on demand.

import { beginAnalysis, beginBrinkmate, stopAnalysis, stopBrinkmate } from "../api/analysis";
import { JobSession } from "../jobs/job_session.svelte";
import { beginJob, stopJob } from "../api/tsume";
import type {
  AnalysisJob,
  AnalysisRequest,
  BrinkmateJob,
  BrinkmateRequest,
  Job,
  JobRequest,
} from "../api/types";

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

export class BrinkmateSession extends JobSession<BrinkmateJob, BrinkmateRequest> {
  constructor(ondone: (job: BrinkmateJob) => void) {
    super(
      {
        begin: beginBrinkmate,
        stop: stopBrinkmate,
        jobOf: (message) => (message.type === "brinkmate" ? message.job : null),
      },
      ondone,
    );
  }
}
