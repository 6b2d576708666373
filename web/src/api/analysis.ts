// The HTTP calls of live analyses.

import { getJson, openSession, postJson } from "./http";
import type { AnalysisJob, AnalysisOptions, AnalysisRequest } from "./types";

export async function getAnalysisOptions(): Promise<AnalysisOptions> {
  await openSession();
  return getJson("/api/analysis/options");
}
export const beginAnalysis = (request: AnalysisRequest): Promise<AnalysisJob> =>
  postJson("/api/analysis/jobs", request);
export const stopAnalysis = (id: string): Promise<AnalysisJob> =>
  postJson(`/api/analysis/jobs/${encodeURIComponent(id)}/stop`, {});
