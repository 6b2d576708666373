// The HTTP calls of the explorer.

import { getJson, openSession, post, postJson } from "./http";
import type {
  ExplorerAnswer,
  ExplorerDatabases,
  ExplorerRequest,
  ImportJob,
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

/** Begins to make the database of the games that come with Komadai. */
export const addStarter = (): Promise<ImportJob> => postJson("/api/explorer/starter", {});

/** Begins to add the games of a record file or an archive. */
export async function addFile(file: File): Promise<ImportJob> {
  const answer = await post(`/api/explorer/import?${new URLSearchParams({ name: file.name })}`, file);
  return (await answer.json()) as ImportJob;
}

export const stopImport = (id: string): Promise<ImportJob> =>
  postJson(`/api/explorer/imports/${encodeURIComponent(id)}/stop`, {});

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
