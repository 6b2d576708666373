// The HTTP calls of games.

import { getJson, postJson, openSession } from "./http";
import type {
  ChatRights,
  Game,
  GameList,
  NewGame,
  NewGameId,
  Options,
  Playing,
  Premoves,
  RematchAnswer,
} from "./types";

export type RecordFormat = "kif" | "kif-sjis" | "csa" | "usi" | "western-text" | "svg";

export const getOptions = (): Promise<Options> => getJson("/api/options");

export async function getChatRights(): Promise<ChatRights> {
  await openSession();
  return getJson("/api/chat/rights");
}

export const newGame = (game: NewGame): Promise<NewGameId> => postJson("/api/games", game);

export const rematch = (id: string): Promise<RematchAnswer> =>
  postJson(`/api/games/${encodeURIComponent(id)}/rematch`, {});

export async function listGames(
  query: string,
  before: string | null,
  limit: number,
  which = "all",
): Promise<GameList> {
  const parameters = new URLSearchParams({ limit: String(limit) });
  if (which !== "all") parameters.set("which", which);
  if (query !== "") parameters.set("q", query);
  if (before !== null) parameters.set("before", before);
  await openSession(); // the cookie identifies the user whose games are listed
  return getJson(`/api/games?${parameters.toString()}`);
}

export async function getGame(id: string): Promise<Game> {
  await openSession();
  return getJson(`/api/games/${encodeURIComponent(id)}`);
}

export const getPremoves = (id: string): Promise<Premoves> =>
  getJson(`/api/games/${encodeURIComponent(id)}/premoves`);

export async function getPlaying(): Promise<Playing> {
  await openSession(); // the cookie identifies the player
  return getJson("/api/playing");
}

export const recordUrl = (id: string, format: RecordFormat, ply?: number): string =>
  `/api/games/${encodeURIComponent(id)}/record?format=${format}` + (ply === undefined ? "" : `&ply=${ply}`);
