// The HTTP calls of reviews.

import { postJson } from "./http";
import type { Language, ReviewJob, ReviewRequest } from "./types";

export type ReviewFile = "kif" | "html" | "pdf" | "json";

export const beginReview = (request: ReviewRequest): Promise<ReviewJob> =>
  postJson("/api/reviews/jobs", request);
export const stopReview = (id: string): Promise<ReviewJob> =>
  postJson(`/api/reviews/jobs/${encodeURIComponent(id)}/stop`, {});
export const reviewFileUrl = (id: string, kind: ReviewFile, language: Language): string =>
  `/api/reviews/jobs/${encodeURIComponent(id)}/files/${kind}?language=${language}`;
