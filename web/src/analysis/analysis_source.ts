// Where positions and games are analysed: searches, mates, brinkmates, reviews.

import {
  beginAnalysis,
  beginBrinkmate,
  getAnalysisOptions,
  stopAnalysis,
  stopBrinkmate,
} from "../api/analysis";
import { beginReview, stopReview } from "../api/reviews";
import { beginJob, stopJob } from "../api/tsume";
import type {
  AnalysisJob,
  AnalysisOptions,
  AnalysisRequest,
  BrinkmateJob,
  BrinkmateRequest,
  Job,
  JobRequest,
  ReviewJob,
  ReviewRequest,
} from "../api/types";
import type { JobSource } from "../jobs/job_session.svelte";
import { serverJobs } from "../jobs/server_jobs";

export interface AnalysisSource {
  /** The engines that there are, and their limits. */
  options(): Promise<AnalysisOptions>;
  readonly searches: JobSource<AnalysisJob, AnalysisRequest>;
  readonly mates: JobSource<Job, JobRequest>;
  readonly brinkmates: JobSource<BrinkmateJob, BrinkmateRequest>;
  readonly reviews: JobSource<ReviewJob, ReviewRequest>;
}

export const serverAnalysis: AnalysisSource = {
  options: getAnalysisOptions,
  searches: serverJobs(beginAnalysis, stopAnalysis, (message) =>
    message.type === "analysis" ? message.job : null,
  ),
  mates: serverJobs(beginJob, stopJob, (message) => (message.type === "job" ? message.job : null)),
  brinkmates: serverJobs(beginBrinkmate, stopBrinkmate, (message) =>
    message.type === "brinkmate" ? message.job : null,
  ),
  reviews: serverJobs(beginReview, stopReview, (message) => (message.type === "review" ? message.job : null)),
};

/** The engine in the page, which is loaded when it is asked for; null: the page has none. */
export const loadDevice = async (): Promise<AnalysisSource | null> =>
  (await import("./device_analysis")).deviceAnalysis();

/** What the ids of jobs on this device begin with. */
export const DEVICE_ID = "device ";

/** Analyses on the server, or on this device if that is wanted when one begins. */
export function eitherAnalysis(
  server: AnalysisSource,
  device: () => AnalysisSource | null,
  wantsDevice: () => boolean,
): AnalysisSource {
  const either = <Job, Request>(
    jobsOf: (source: AnalysisSource) => JobSource<Job, Request>,
  ): JobSource<Job, Request> => {
    const at = (onDevice: boolean): JobSource<Job, Request> => jobsOf((onDevice ? device() : null) ?? server);
    return {
      begin: (request) => at(wantsDevice()).begin(request),
      stop: (id) => at(id.startsWith(DEVICE_ID)).stop(id),
      follow: (id, news, refused) => at(id.startsWith(DEVICE_ID)).follow(id, news, refused),
    };
  };
  return {
    ...server,
    searches: either(({ searches }) => searches),
    mates: either(({ mates }) => mates),
    brinkmates: either(({ brinkmates }) => brinkmates),
    reviews: either(({ reviews }) => reviews),
  };
}
