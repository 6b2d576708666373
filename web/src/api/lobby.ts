// The HTTP calls of challenges and the lobby.

import { getJson, openSession, postJson } from "./http";
import type {
  Challenge,
  ClockSettings,
  Followed,
  Lobby,
  NewChallenge,
  NewChallengeId,
  NewGameId,
  QuickPaired,
  Tv,
} from "./types";

const path = (id: string): string => `/api/challenges/${encodeURIComponent(id)}`;

export const newChallenge = (challenge: NewChallenge): Promise<NewChallengeId> =>
  postJson("/api/challenges", challenge);

/** Begins a game with whoever waits for one with this clock, or waits for them as a seek. */
export const playNow = (clock: ClockSettings): Promise<QuickPaired> =>
  postJson("/api/lobby/quick", { clock });

export async function getChallenge(id: string): Promise<Challenge> {
  await openSession();
  return getJson(path(id));
}

export const acceptChallenge = (id: string): Promise<NewGameId> => postJson(`${path(id)}/accept`, {});

export const withdrawChallenge = (id: string): Promise<NewChallengeId> =>
  postJson(`${path(id)}/withdraw`, {});

export const declineChallenge = (id: string): Promise<NewChallengeId> => postJson(`${path(id)}/decline`, {});

export async function getLobby(): Promise<Lobby> {
  await openSession();
  return getJson("/api/lobby");
}

/** Those whom the account follows who are in the lobby now, or play a public game. */
export async function getFollowed(): Promise<Followed> {
  await openSession();
  return getJson("/api/lobby/followed");
}

export async function getTv(): Promise<Tv> {
  await openSession();
  return getJson("/api/tv");
}

export const qrCode = (id: string): string => `${path(id)}/qr.svg`;
