// The HTTP calls of correspondence games, and of adjourned ones.

import { getJson, openSession, postJson } from "./http";
import type { ConditionalLines, NewGameId, Vacation, Waiting } from "./types";

export async function getWaiting(): Promise<Waiting> {
  await openSession(); // the cookie identifies the player
  return getJson("/api/waiting");
}

export const setConditional = (id: string, event: number, lines: string[][]): Promise<ConditionalLines> =>
  postJson(`/api/games/${encodeURIComponent(id)}/conditional`, { event, lines });

export const proposeResume = (id: string): Promise<NewGameId> =>
  postJson(`/api/games/${encodeURIComponent(id)}/resume`, {});

export async function getVacation(): Promise<Vacation> {
  await openSession();
  return getJson("/api/vacation");
}

export const setVacation = (days: number): Promise<Vacation> => postJson("/api/vacation", { days });
