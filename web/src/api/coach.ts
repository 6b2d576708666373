// The HTTP call of the coach.

import { postJson } from "./http";
import type { CoachAnswer, CoachRequest } from "./types";

export const askCoach = (request: CoachRequest): Promise<CoachAnswer> => postJson("/api/coach", request);
