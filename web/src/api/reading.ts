// The HTTP calls of the reading room.

import { getJson } from "./http";
import type { FamousGame, Glossary, Reading } from "./types";

export const getReading = (): Promise<Reading> => getJson("/api/reading");
export const getGlossary = (): Promise<Glossary> => getJson("/api/reading/glossary");
export const getFamousGame = (id: string): Promise<FamousGame> =>
  getJson(`/api/reading/games/${encodeURIComponent(id)}`);
