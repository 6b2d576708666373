// The HTTP call for the names of openings, castles and attacks in a line.

import { postJson } from "./http";
import type { NamesAnswer, NamesRequest } from "./types";

export const askNames = (request: NamesRequest): Promise<NamesAnswer> => postJson("/api/names", request);
