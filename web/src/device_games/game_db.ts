// The games of this device, in a database of the browser. A game is its log of events; a change is stored before it is
// shown.

import type { DBSchema } from "idb";
import { BrowserDatabase, persist, StoreError } from "../state/browser_database";
import type { GameEvent } from "./events";
import { deviceGameTexts } from "./texts";

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

/** Another tab has gone on with the game. */
export const changedElsewhere = (): StoreError => new StoreError("changed", deviceGameTexts.changed);

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

const database = new BrowserDatabase<Schema>(
  "komadai.games",
  1,
  (made) => void made.createObjectStore("games", { keyPath: "id" }).createIndex("created", "created_ms"),
);

/** So much must fit before a game begins: a long game is a tenth of it. */
const ROOM_BYTES = 200_000;
const TRIAL = "trial";

export const browserGames: GameStore = {
  check: () =>
    database.use(async (open) => {
      persist();
      const trial = { ...EMPTY, id: TRIAL, sfen: " ".repeat(ROOM_BYTES) };
      await open.put("games", trial);
      await open.delete("games", TRIAL);
    }),
  load: (id) => database.use(async (open) => (await open.get("games", id)) ?? null),
  list: () => database.use(async (open) => (await open.getAllFromIndex("games", "created")).toReversed()),
  save: (game, count) =>
    database.use(async (open) => {
      const transaction = open.transaction("games", "readwrite", { durability: "strict" });
      transaction.done.catch(() => undefined); // also when it is aborted below
      const before = await transaction.store.get(game.id);
      if ((before?.log.length ?? 0) !== count) {
        transaction.abort();
        throw changedElsewhere();
      }
      await Promise.all([transaction.store.put(game), transaction.done]);
    }),
  remove: (id) => database.use((open) => open.delete("games", id)),
};

const EMPTY: StoredGame = { id: "", created_ms: 0, log: [], sfen: "", rematch_of: null, next: null };
