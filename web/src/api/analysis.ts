// The HTTP calls of live analyses.

import { getJson, openSession, postJson } from "./http";
import type { AnalysisJob, AnalysisOptions, AnalysisRequest, BrinkmateJob, BrinkmateRequest } from "./types";

export async function getAnalysisOptions(): Promise<AnalysisOptions> {
  await openSession();
  return getJson("/api/analysis/options");
}
export const beginAnalysis = (request: AnalysisRequest): Promise<AnalysisJob> =>
  postJson("/api/analysis/jobs", request);
export const stopAnalysis = (id: string): Promise<AnalysisJob> =>
  postJson(`/api/analysis/jobs/${encodeURIComponent(id)}/stop`, {});
export const beginBrinkmate = (request: BrinkmateRequest): Promise<BrinkmateJob> =>
  postJson("/api/analysis/brinkmate", request);
export const stopBrinkmate = (id: string): Promise<BrinkmateJob> =>
  postJson(`/api/analysis/brinkmate/${encodeURIComponent(id)}/stop`, {});
