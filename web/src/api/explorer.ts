// The HTTP calls of the explorer.

import { getJson, openSession, postJson } from "./http";
import type {
  ExplorerAnswer,
  ExplorerDatabases,
  ExplorerRequest,
  LikeAnswer,
  LikeRequest,
  NamesAnswer,
  PatternAnswer,
  PatternRequest,
  ReadAnswer,
  StatisticsAnswer,
} from "./types";

export async function listDatabases(): Promise<ExplorerDatabases> {
  await openSession();
  return getJson("/api/explorer/databases");
}

export const explore = (request: ExplorerRequest): Promise<ExplorerAnswer> =>
  postJson("/api/explorer", request);

/** The openings and castles of a database. */
export async function readNames(database: string): Promise<NamesAnswer> {
  await openSession();
  return getJson(`/api/explorer/names?${new URLSearchParams({ database })}`);
}

/** A game of a database, as a record. */
export async function readDatabaseGame(database: string, id: number): Promise<ReadAnswer> {
  await openSession();
  return getJson(`/api/explorer/record?database=${encodeURIComponent(database)}&id=${id}`);
}

export const likeGames = (request: LikeRequest): Promise<LikeAnswer> =>
  postJson("/api/explorer/like", request);

export const searchPattern = (request: PatternRequest): Promise<PatternAnswer> =>
  postJson("/api/explorer/pattern", request);

/** The games of a database in numbers, or those of one player. */
export async function readStatistics(database: string, player: string): Promise<StatisticsAnswer> {
  await openSession();
  const query = new URLSearchParams({ database, player });
  return getJson(`/api/explorer/statistics?${query}`);
}
