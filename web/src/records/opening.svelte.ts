// Opens a record from files, pasted text, the address or a game played here; saves it and shows it.

import { readDatabaseGame } from "../api/explorer";
import { CallError } from "../api/http";
import { askPosition, MAX_BYTES, readRecord, type WireNode } from "../api/records";
import type { ExplorerGame, GameRecord, ReadAnswer } from "../api/types";
import { site } from "../state/address";
import { readCarried, takeFirstRecord } from "../state/first_request";
import type { Carried } from "../state/route";
import { go } from "../state/router.svelte";
import { say, t } from "../i18n";
import { recordsWords } from "./texts";
import { SHOGI } from "../api/variant_key";
import { blank, fromMove, fromWire, ROOT } from "../tree/tree";
import { newId } from "../state/new_id";
import { browserRecords, findSource, summarize } from "./storage/record_db";
import type { StoredRecord } from "./storage/stored_record";

/** Several games were read: the user chooses one. */
export interface Found {
  games: { record: GameRecord; source: string }[];
  /** Where to read the remaining games from; null: there are none. */
  rest: { file: Blob; from: number; source: string } | null;
}

class Opening {
  busy = $state(false);
  trouble = $state<string | null>(null);
  found = $state.raw<Found | null>(null);
  /** Whether the record that is opened next is reviewed at once. */
  review = false;
  /** Whether the explorer is open at it. */
  explore = false;
}

export const opening = new Opening();

const explain = (error: unknown): string => {
  if (!(error instanceof CallError)) throw error;
  if (error.text !== null) return say(error.text);
  return error.status === 413 ? recordsWords().tooLarge : t().status.unreachable;
};

async function attempt(work: () => Promise<void>): Promise<void> {
  opening.busy = true;
  opening.trouble = null;
  try {
    await work();
  } catch (error) {
    opening.trouble = explain(error);
  } finally {
    opening.busy = false;
  }
}

export const openFiles = (files: readonly File[]): Promise<void> =>
  attempt(async () => {
    const all: Found = { games: [], rest: null };
    const troubles: string[] = [];
    for (const file of files) {
      try {
        const words =
          file.size === 0 ? recordsWords().empty : file.size > MAX_BYTES ? recordsWords().tooLarge : null;
        if (words !== null) throw new CallError(0, "file", { en: words, ja: words });
        const answer = await readRecord(file);
        const source = `file:${file.name}`;
        all.games.push(...answer.games.map((record) => ({ record, source })));
        troubles.push(...unread(answer));
        if (answer.more) all.rest = { file, from: answer.games.length, source };
      } catch (error) {
        troubles.push(`${recordsWords().failedFile(file.name)} ${explain(error)}`);
      }
    }
    if (troubles.length > 0) opening.trouble = troubles.join("\n");
    await show(all);
  });

export const openText = (text: string): Promise<void> =>
  attempt(async () => {
    const file = new Blob([text], { type: "text/plain" });
    if (text.trim() === "" || file.size > MAX_BYTES) {
      opening.trouble = text.trim() === "" ? recordsWords().empty : recordsWords().tooLarge;
      return;
    }
    await show(found(await readRecord(file), "paste", file));
  });

/** Opens the record in the address; it replaces the address's history entry. */
export const openCarried = (carried: Carried): Promise<void> =>
  attempt(async () => {
    const { kind, text } = carried;
    const wanted = new URLSearchParams(site.query());
    opening.review = wanted.has("review");
    opening.explore = wanted.has("explore");
    const first = takeFirstRecord(carried);
    const source = kind === "kifu" ? "paste" : `${kind}:${text}`;
    // A record already reviewed here is opened with its review, and a game already edited here as edited; a
    // link is opened as it was sent.
    const before = kind === "kifu" ? null : await findSource(source);
    if (
      before !== null &&
      (before.edited ? kind === "game" : kind !== "game" || before.review !== undefined)
    ) {
      go(`/records/${before.id}`, true);
      return;
    }
    const answer = await (first ?? readCarried(carried));
    await show(found(answer, source, new Blob([text])), true, before?.edited === false ? before.id : newId());
  });

/** Opens a game of a database, at the position after `game.ply` moves. */
export const openDatabaseGame = (database: string, game: ExplorerGame): Promise<void> =>
  attempt(async () => {
    const answer = await (game.game === null
      ? readDatabaseGame(database, game.id)
      : readCarried({ kind: "game", text: game.game }));
    const [record] = answer.games;
    // The nodes of a game without variations are numbered by their ply.
    if (record !== undefined) await choose(record, "database", false, newId(), game.ply);
  });

/** Reads more of a file with many games. */
export const openMore = (): Promise<void> =>
  attempt(async () => {
    const before = opening.found;
    if (before?.rest == null) return;
    const { file, from, source } = before.rest;
    const answer = await readRecord(file, from);
    const games = answer.games.map((record) => ({ record, source }));
    const rest = answer.more ? { file, from: from + games.length, source } : null;
    opening.found = { games: [...before.games, ...games], rest };
  });

const unread = ({ unread }: ReadAnswer): string[] =>
  (unread ?? []).map(({ name, message }) => `${recordsWords().failedFile(name)} ${say(message)}`);

const found = ({ games, more }: ReadAnswer, source: string, file: Blob): Found => ({
  games: games.map((record) => ({ record, source })),
  rest: more ? { file, from: games.length, source } : null,
});

async function show(all: Found, instead = false, id = newId()): Promise<void> {
  const [only] = all.games;
  opening.found = null;
  if (only !== undefined && all.games.length === 1 && all.rest === null) {
    await choose(only.record, only.source, instead, id);
  } else if (only !== undefined) {
    opening.found = all;
    go("/records", instead);
  } else opening.trouble ??= recordsWords().unreadable;
}

/** Saves the record and goes to it; `current` is the node shown first. */
export async function choose(
  record: GameRecord,
  source: string,
  instead = false,
  id = newId(),
  current = ROOT,
): Promise<void> {
  const kept: StoredRecord = {
    id,
    source,
    revision: 1,
    edited: false,
    variant: record.variant,
    headers: record.headers,
    start_sfen: record.start_sfen,
    handicap: record.handicap,
    nodes: [...fromWire(record.nodes).values()],
    warnings: record.warnings,
    current,
  };
  await browserRecords.save(kept, summarize(kept, Date.now()));
  go(`/records/${kept.id}`, instead);
}

/** Creates a record without moves. */
export const begin = (sfen: string, handicap: string | null): Promise<void> =>
  choose(newRecord(sfen, handicap, []), "new");

/** Creates a record of an even game with its first move; `opening.trouble` says why if that fails. */
export const beginWith = (sfen: string, usi: string): Promise<void> =>
  attempt(async () => {
    const { move } = await askPosition({ sfen, previous: null, play: usi });
    if (move === null) return;
    const first = { ...fromMove(move, null), parent: 0 };
    await choose(newRecord(sfen, "even", [first]), "new", false, newId(), 1);
  });

const newRecord = (sfen: string, handicap: string | null, moves: WireNode[]): GameRecord => ({
  variant: SHOGI,
  headers: [],
  start_sfen: sfen,
  handicap,
  nodes: [{ ...blank(sfen), parent: null }, ...moves],
  warnings: [],
});
