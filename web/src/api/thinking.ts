// The HTTP calls of searches that show how the program thinks.

import { getJson, openSession, postJson } from "./http";
import type { Measured, ProofStep, StepRequest, ThinkingJob, ThinkingRequest } from "./types";

export const beginThinking = (request: ThinkingRequest): Promise<ThinkingJob> =>
  postJson("/api/thinking/jobs", request);
export const stopThinking = (id: string): Promise<ThinkingJob> =>
  postJson(`/api/thinking/jobs/${encodeURIComponent(id)}/stop`, {});
export const proofStep = (request: StepRequest): Promise<ProofStep> => postJson("/api/tsume/step", request);
export async function getMeasured(): Promise<Measured> {
  await openSession();
  return getJson("/api/thinking/measured");
}
