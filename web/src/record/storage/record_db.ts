// The records saved in this browser (IndexedDB), complete with comments and variations. Nothing is sent to a server.

import type { Header } from "../../api/record_wire";
import { ROOT } from "../model/tree";
import type { StoredRecord } from "./stored_record";
import { applyUnsaved, clearUnsaved } from "./unsaved_changes";

/** A record's entry in the list of records. */
export interface Summary {
  id: string;
  /** When it was last opened or changed, in milliseconds since 1970. */
  at: number;
  black: string;
  white: string;
  /** Other details: an event, a date or a file name. */
  about: string;
  plies: number;
  /** The last position of the main line. */
  sfen: string;
  handicap: string | null;
  source: string;
  edited: boolean;
}

/** Another window has saved the same record meanwhile. */
export class Conflict extends Error {}

const NAME = "komadai.records";

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("IndexedDB"));
  });

const finished = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error("IndexedDB"));
  });

let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opened ??= (async () => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("records", { keyPath: "id" });
      request.result.createObjectStore("summaries", { keyPath: "id" });
    };
    const database = await done(request);
    database.onversionchange = () => database.close();
    database.onclose = () => (opened = undefined);
    return database;
  })();
  opened.catch(() => (opened = undefined));
  return opened;
}

// If the browser cannot store anything (a private window, a full disk), records stay in memory until the page is closed.
const memoryOnly = new Map<string, { record: StoredRecord; summary: Summary }>();

/** Whether the record is only in memory, because it could not be stored. */
export const isMemoryOnly = (id: string): boolean => memoryOnly.has(id);

/**
 * Saves the record under its id. Returns false if it could be saved in memory only.
 * Throws Conflict if the stored revision is newer than `base`, the revision this record was made from.
 */
export async function saveRecord(
  record: StoredRecord,
  summary: Summary,
  base = record.revision,
): Promise<boolean> {
  try {
    const transaction = (await open()).transaction(["records", "summaries"], "readwrite");
    const end = finished(transaction);
    end.catch(() => undefined);
    const records = transaction.objectStore("records");
    const before = (await done(records.get(record.id))) as StoredRecord | undefined;
    if (before !== undefined && before.revision > base) {
      transaction.abort();
      throw new Conflict(record.id);
    }
    records.put(record);
    transaction.objectStore("summaries").put(summary);
    await end;
    memoryOnly.delete(record.id);
    return true;
  } catch (error) {
    if (error instanceof Conflict) throw error;
    memoryOnly.set(record.id, { record, summary });
    return false;
  }
}

export async function loadRecord(id: string): Promise<StoredRecord | null> {
  const here = memoryOnly.get(id);
  if (here !== undefined) return here.record;
  try {
    const store = (await open()).transaction("records").objectStore("records");
    const kept = ((await done(store.get(id))) as StoredRecord | undefined) ?? null;
    const whole = kept === null ? null : applyUnsaved(kept);
    if (whole === null) return kept;
    if (await saveRecord(whole, summarize(whole, Date.now()))) clearUnsaved(id);
    return whole;
  } catch {
    return null;
  }
}

/** All saved records, the newest first. */
export async function listRecords(): Promise<Summary[]> {
  let kept: Summary[] = [];
  try {
    const store = (await open()).transaction("summaries").objectStore("summaries");
    kept = (await done(store.getAll())) as Summary[];
  } catch {
    // The database cannot be read: list the records in memory only.
  }
  const here = [...memoryOnly.values()].map(({ summary }) => summary);
  return [...here, ...kept.filter(({ id }) => !memoryOnly.has(id))].sort((a, b) => b.at - a.at);
}

/** Deletes the record and returns it, so that the deletion can be undone. */
export async function deleteRecord(id: string): Promise<StoredRecord | null> {
  const record = await loadRecord(id);
  memoryOnly.delete(id);
  try {
    const transaction = (await open()).transaction(["records", "summaries"], "readwrite");
    transaction.objectStore("records").delete(id);
    transaction.objectStore("summaries").delete(id);
    await finished(transaction);
  } catch {
    // The record was in memory only.
  }
  return record;
}

/** The newest record with this source, or null. */
export async function findSource(source: string): Promise<StoredRecord | null> {
  const summary = (await listRecords()).find((each) => each.source === source);
  return summary === undefined ? null : loadRecord(summary.id);
}

export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
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
    source: record.source,
    edited: record.edited,
  };
}
