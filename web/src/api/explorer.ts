// The HTTP calls of the explorer.

import { getJson, openSession, postJson } from "./http";
import type { ExplorerAnswer, ExplorerDatabases, ExplorerRequest, ReadAnswer } from "./types";

export async function listDatabases(): Promise<ExplorerDatabases> {
  await openSession();
  return getJson("/api/explorer/databases");
}

export const explore = (request: ExplorerRequest): Promise<ExplorerAnswer> =>
  postJson("/api/explorer", request);

/** A game of a database, as a record. */
export async function readDatabaseGame(database: string, id: number): Promise<ReadAnswer> {
  await openSession();
  return getJson(`/api/explorer/record?database=${encodeURIComponent(database)}&id=${id}`);
}
