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
import { hasCore } from "../core/files";
import type { JobSource } from "../jobs/job_session.svelte";
import { serverJobs } from "../jobs/server_jobs";
import { site } from "../state/address";

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

export type Place = "server" | "device";

/** Where games can be reviewed and mates solved, the usual place first. */
export const analysisPlaces = (): readonly Place[] => [
  ...(site.isThere("/api/reviews") ? (["server"] as const) : []),
  ...(hasCore ? (["device"] as const) : []),
];

/** The engine in the page, which is loaded when it is asked for; null: the page has none. */
export const loadDevice = async (): Promise<AnalysisSource | null> =>
  (await import("./device_analysis")).deviceAnalysis();

/** What the ids of jobs on this device begin with. */
export const DEVICE_ID = "device ";

/** Analyses on the server, or on this device if that is wanted when one begins: its engine is opened then. */
export function eitherAnalysis(
  server: AnalysisSource,
  openDevice: () => Promise<AnalysisSource | null>,
  wantsDevice: () => boolean,
): AnalysisSource {
  let device: AnalysisSource | null = null;
  const either = <Job, Request>(
    jobsOf: (source: AnalysisSource) => JobSource<Job, Request>,
  ): JobSource<Job, Request> => {
    const at = (onDevice: boolean): JobSource<Job, Request> => jobsOf((onDevice ? device : null) ?? server);
    return {
      async begin(request) {
        const onDevice = wantsDevice();
        if (onDevice) device ??= await openDevice();
        return at(onDevice).begin(request);
      },
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
