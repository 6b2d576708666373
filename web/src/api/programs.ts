// The HTTP calls about programs that play over CSA's protocol.

import { getJson, openSession } from "./http";
import type { ProgramGames, Programs } from "./types";

export async function getPrograms(): Promise<Programs> {
  await openSession();
  return getJson("/api/programs");
}

export async function getGamesOfDay(day: string): Promise<ProgramGames> {
  await openSession();
  return getJson(`/api/programs/days/${encodeURIComponent(day)}`);
}

export const csaFile = (id: string): string => `/api/programs/games/${encodeURIComponent(id)}/csa`;
