// The records saved in this browser (IndexedDB), complete with comments and variations. Nothing is sent to a server.

import type { DBSchema } from "idb";
import type { Header, Text } from "../../api/types";
import { SHOGI } from "../../api/variant_key";
import { BrowserDatabase, StoreError } from "../../state/browser_database";
import { ROOT } from "../../tree/tree";
import { Conflict, type RecordStore, type Summary } from "./record_store";
export type { Summary } from "./record_store";
import type { StoredRecord } from "./stored_record";
import { applyUnsaved, clearUnsaved } from "./unsaved_changes";

interface Schema extends DBSchema {
  records: { key: string; value: StoredRecord };
  summaries: { key: string; value: Summary };
}

const database = new BrowserDatabase<Schema>("komadai.records", 1, (made) => {
  made.createObjectStore("records", { keyPath: "id" });
  made.createObjectStore("summaries", { keyPath: "id" });
});

// If the browser cannot store anything (a private window, a full disk), records stay in memory until the page is closed.
const memoryOnly = new Map<string, { record: StoredRecord; summary: Summary }>();

/** Whether the record is only in memory, because it could not be stored. */
export const isMemoryOnly = (id: string): boolean => memoryOnly.has(id);

export async function saveRecord(
  record: StoredRecord,
  summary: Summary,
  base = record.revision,
): Promise<boolean> {
  try {
    await database.use(async (open) => {
      const transaction = open.transaction(["records", "summaries"], "readwrite");
      transaction.done.catch(() => undefined); // also when it is aborted below
      const records = transaction.objectStore("records");
      const before = await records.get(record.id);
      if (before !== undefined && before.revision > base) {
        transaction.abort();
        throw new Conflict(record.id);
      }
      await Promise.all([
        records.put(record),
        transaction.objectStore("summaries").put(summary),
        transaction.done,
      ]);
    });
    memoryOnly.delete(record.id);
    return true;
  } catch (error) {
    if (error instanceof Conflict) throw error;
    memoryOnly.set(record.id, { record, summary });
    return false;
  }
}

export async function loadRecord(id: string): Promise<StoredRecord | null> {
  const inMemory = memoryOnly.get(id);
  if (inMemory !== undefined) return inMemory.record;
  try {
    const stored = (await database.use((open) => open.get("records", id))) ?? null;
    const current = stored === null ? null : applyUnsaved(stored);
    if (current === null) return stored;
    if (await saveRecord(current, summarize(current, Date.now()))) clearUnsaved(id);
    return current;
  } catch {
    return null;
  }
}

let unlisted: Text | null = null;

/** Why the stored records are not in the list; null if they are. */
export const whyUnlisted = (): Text | null => unlisted;

/** The records, the newest first; those in memory alone if the database cannot be read. */
export async function listRecords(): Promise<Summary[]> {
  let stored: Summary[] = [];
  unlisted = null;
  try {
    stored = await database.use((open) => open.getAll("summaries"));
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    unlisted = error.text;
  }
  const inMemory = [...memoryOnly.values()].map(({ summary }) => summary);
  return [...inMemory, ...stored.filter(({ id }) => !memoryOnly.has(id))].sort((a, b) => b.at - a.at);
}

export async function deleteRecord(id: string): Promise<StoredRecord | null> {
  const record = await loadRecord(id);
  memoryOnly.delete(id);
  try {
    await database.use(async (open) => {
      const transaction = open.transaction(["records", "summaries"], "readwrite");
      await Promise.all([
        transaction.objectStore("records").delete(id),
        transaction.objectStore("summaries").delete(id),
        transaction.done,
      ]);
    });
  } catch {
    // The record was in memory only.
  }
  return record;
}

/** The records of this browser. */
export const browserRecords: RecordStore = {
  save: saveRecord,
  load: loadRecord,
  list: listRecords,
  remove: deleteRecord,
};

/** The newest record with this source, or null. */
export async function findSource(source: string): Promise<StoredRecord | null> {
  const summary = (await listRecords()).find((each) => each.source === source);
  return summary === undefined ? null : loadRecord(summary.id);
}

export const header = (headers: readonly Header[], name: string): string =>
  headers.find((each) => each.name === name)?.value ?? "";

export function summarize(record: StoredRecord, at: number): Summary {
  const nodes = new Map(record.nodes.map((node) => [node.id, node]));
  let last = nodes.get(ROOT);
  let plies = 0;
  while (last?.ending === null) {
    const next = nodes.get(last.children[0] ?? -1);
    if (next === undefined) break;
    last = next;
    plies += 1;
  }
  const file = record.source.startsWith("file:") ? record.source.slice(5) : "";
  const about = ["event", "started"].map((name) => header(record.headers, name)).filter(Boolean);
  return {
    id: record.id,
    at,
    black: header(record.headers, "black"),
    white: header(record.headers, "white"),
    about: [...about, file].filter(Boolean).slice(0, 2).join(" · "),
    plies,
    sfen: last?.sfen ?? record.start_sfen,
    handicap: record.handicap,
    variant: record.variant ?? SHOGI,
    source: record.source,
    edited: record.edited,
    reviewed: record.review !== undefined,
  };
}
