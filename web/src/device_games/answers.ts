// The calls of games as this device answers them: those of api/games.

import { CallError } from "../api/http";
import type { GameList, GameSummary, NewGame, NewGameId } from "../api/types";
import { loadGameData } from "./data";
import { CoreFailure, workerCore } from "./game_core";
import { browserGames } from "./game_db";
import { createGame, SettingRefused } from "./new_game";
import { deviceGameTexts } from "./texts";
import { gameSummary } from "./view";

interface Asked {
  readonly query: URLSearchParams;
  readonly body: unknown;
}

/** The parts of the list; the others are of a server. */
export const GAMES_PARTS = ["all", "running", "finished"] as const;

const STATUS: Readonly<Record<string, GameSummary["status"]>> = { running: "playing", finished: "finished" };

const PAGE = 30;

/** A refusal as a server would write it. */
async function refusing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof SettingRefused) throw new CallError(400, "invalid", error.text, error.field);
    if (error instanceof CoreFailure) throw new CallError(503, error.code, deviceGameTexts.coreMissing);
    throw error;
  }
}

async function create(game: NewGame): Promise<NewGameId> {
  return { id: await createGame(game, { store: browserGames, core: workerCore(), now: Date.now }) };
}

/** What a search finds a game by. */
const wordsOf = ({ variant, black, white, result, status }: GameSummary): string =>
  [variant, status, ...[black.name, white.name, result?.text].flatMap((text) => [text?.en, text?.ja])]
    .join(" ")
    .toLowerCase();

async function list(query: URLSearchParams): Promise<GameList> {
  const [stored, data] = await Promise.all([browserGames.list(), loadGameData()]);
  const wanted = STATUS[query.get("which") ?? "all"];
  const words = (query.get("q") ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  const games = stored
    .map((game) => gameSummary(game, data))
    .filter(({ status }) => wanted === undefined || status === wanted)
    .filter((game) => words.every((word) => wordsOf(game).includes(word)));
  const from = Number(query.get("before") ?? 0);
  const to = from + Number(query.get("limit") ?? PAGE);
  return { games: games.slice(from, to), next: to < games.length ? String(to) : null };
}

export const GAMES = {
  "POST /api/games": ({ body }: Asked): Promise<NewGameId> => refusing(create(body as NewGame)),
  "GET /api/games": ({ query }: Asked): Promise<GameList> => list(query),
} as const;
