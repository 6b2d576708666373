// The games of this device, in the browser's database. A game is its log of events; a change is stored before it is
// shown.

import { openDB, type DBSchema, type IDBPDatabase } from "idb";
import type { Text } from "../api/types";
import type { GameEvent } from "./events";
import { deviceGameTexts } from "./texts";

const NAME = "komadai.games";
const VERSION = 1;

export interface StoredGame {
  id: string;
  created_ms: number;
  log: GameEvent[];
  /** The position after it. */
  sfen: string;
  rematch_of: string | null;
  /** The id of the rematch. */
  next: string | null;
}

/** The database cannot be used, for a reason that a person can read. */
export class StoreError extends Error {
  constructor(
    readonly code: "full" | "forbidden" | "newer" | "changed",
    readonly text: Text = deviceGameTexts[code],
  ) {
    super(text.en);
  }
}

interface Schema extends DBSchema {
  games: { key: string; value: StoredGame; indexes: { created: number } };
}

/** Where games are kept. */
export interface GameStore {
  /** Throws a StoreError if a game could not be stored now. */
  check: () => Promise<void>;
  load: (id: string) => Promise<StoredGame | null>;
  list: () => Promise<StoredGame[]>;
  /** Stores the game if nobody has stored another state than the one with `count` events; else throws. */
  save: (game: StoredGame, count: number) => Promise<void>;
  remove: (id: string) => Promise<void>;
}

let opened: Promise<IDBPDatabase<Schema>> | undefined;

function open(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>(NAME, VERSION, {
    upgrade(database) {
      database.createObjectStore("games", { keyPath: "id" }).createIndex("created", "created_ms");
    },
    // Another window upgrades the database, or the browser has closed it: it is opened again when needed.
    blocking: (_current, _next, event) => {
      (event.target as IDBDatabase).close();
      opened = undefined;
    },
    terminated: () => (opened = undefined),
  });
  opened.catch(() => (opened = undefined));
  return opened;
}

/** What an error of the database means for a person. */
function meaning(error: unknown): Error {
  if (error instanceof StoreError) return error;
  const name = (error as { name?: string }).name;
  if (name === "QuotaExceededError") return new StoreError("full");
  if (name === "VersionError") return new StoreError("newer");
  return new StoreError("forbidden");
}

async function attempt<T>(work: (database: IDBPDatabase<Schema>) => Promise<T>): Promise<T> {
  try {
    if (typeof indexedDB === "undefined") throw new StoreError("forbidden");
    return await work(await open());
  } catch (error) {
    throw meaning(error);
  }
}

/** The browser must not delete what it keeps for this page. It asks the person, or decides by itself. */
function persist(): void {
  navigator.storage?.persist?.().catch(() => undefined);
}

/** So much must fit before a game begins: a long game is a tenth of it. */
const ROOM_BYTES = 200_000;
const TRIAL = "trial";

export const browserGames: GameStore = {
  check: () =>
    attempt(async (database) => {
      persist();
      const trial = { ...EMPTY, id: TRIAL, sfen: " ".repeat(ROOM_BYTES) };
      await database.put("games", trial);
      await database.delete("games", TRIAL);
    }),
  load: (id) => attempt(async (database) => (await database.get("games", id)) ?? null),
  list: () => attempt(async (database) => (await database.getAllFromIndex("games", "created")).toReversed()),
  save: (game, count) =>
    attempt(async (database) => {
      const transaction = database.transaction("games", "readwrite", { durability: "strict" });
      transaction.done.catch(() => undefined); // also when it is aborted below
      const before = await transaction.store.get(game.id);
      if ((before?.log.length ?? 0) !== count) {
        transaction.abort();
        throw new StoreError("changed");
      }
      await Promise.all([transaction.store.put(game), transaction.done]);
    }),
  remove: (id) => attempt((database) => database.delete("games", id)),
};

const EMPTY: StoredGame = { id: "", created_ms: 0, log: [], sfen: "", rematch_of: null, next: null };
