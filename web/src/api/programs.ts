// The HTTP calls about programs that play over CSA's protocol.

import { getJson, openSession, postJson } from "./http";
import type { Color, OnlineBots, ProgramGames, Programs } from "./types";

export async function getPrograms(): Promise<Programs> {
  await openSession();
  return getJson("/api/programs");
}

/** The accounts in which programs play, those that are here first. */
export const getBots = (): Promise<OnlineBots> => getJson("/api/bots");

/** Begins a game with a waiting program; answered when the program has agreed. */
export function playProgram(name: string, color: Color | null): Promise<{ id: string }> {
  return postJson(`/api/programs/${encodeURIComponent(name)}/play`, { color });
}

export async function getGamesOfDay(day: string): Promise<ProgramGames> {
  await openSession();
  return getJson(`/api/programs/days/${encodeURIComponent(day)}`);
}

export const csaFile = (id: string): string => `/api/programs/games/${encodeURIComponent(id)}/csa`;
