// Records kept in this browser, whole and with everything written into them. Nothing leaves it.

import type { Header, Warning } from "../../api/record_wire";
import { ROOT, type TreeNode } from "../model/tree";
import { enter, strike } from "./unsaved_changes";

/** What a list of records shows of one. */
export interface Summary {
  id: string;
  /** When it was last opened or changed, in milliseconds since 1970. */
  at: number;
  black: string;
  white: string;
  /** What else tells it apart: an event, a date, a file name. */
  about: string;
  plies: number;
  /** The last position of the main line. */
  sfen: string;
  handicap: string | null;
  source: string;
  edited: boolean;
}

export interface Kept {
  id: string;
  /** Where it came from: `game:…`, `usen:…`, `file:…`, `paste` or `new`. */
  source: string;
  /** Counted up by every edit: that a second window has written into the record is noticed by it. */
  revision: number;
  edited: boolean;
  headers: Header[];
  start_sfen: string;
  handicap: string | null;
  nodes: TreeNode[];
  warnings: Warning[];
  current: number;
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

// Where the browser keeps nothing (a private window, a full disk), this page still works until it is closed.
const unkept = new Map<string, { record: Kept; summary: Summary }>();

/** Whether the record is only in this page's memory. */
export const isUnkept = (id: string): boolean => unkept.has(id);

/**
 * Keeps the record under its id. Answers whether the browser will have it after a reload.
 * Throws Conflict if what is kept there is newer than `base`, the revision this record was made from.
 */
export async function keep(record: Kept, summary: Summary, base = record.revision): Promise<boolean> {
  try {
    const transaction = (await open()).transaction(["records", "summaries"], "readwrite");
    const end = finished(transaction);
    end.catch(() => undefined);
    const records = transaction.objectStore("records");
    const before = (await done(records.get(record.id))) as Kept | undefined;
    if (before !== undefined && before.revision > base) {
      transaction.abort();
      throw new Conflict(record.id);
    }
    records.put(record);
    transaction.objectStore("summaries").put(summary);
    await end;
    unkept.delete(record.id);
    return true;
  } catch (error) {
    if (error instanceof Conflict) throw error;
    unkept.set(record.id, { record, summary });
    return false;
  }
}

export async function load(id: string): Promise<Kept | null> {
  const here = unkept.get(id);
  if (here !== undefined) return here.record;
  try {
    const store = (await open()).transaction("records").objectStore("records");
    const kept = ((await done(store.get(id))) as Kept | undefined) ?? null;
    const whole = kept === null ? null : enter(kept);
    if (whole === null) return kept;
    if (await keep(whole, summarize(whole, Date.now()))) strike(id);
    return whole;
  } catch {
    return null;
  }
}

/** All that is kept, the newest first. */
export async function list(): Promise<Summary[]> {
  let kept: Summary[] = [];
  try {
    const store = (await open()).transaction("summaries").objectStore("summaries");
    kept = (await done(store.getAll())) as Summary[];
  } catch {
    // Nothing to be had from the browser: what this page remembers is all there is.
  }
  const here = [...unkept.values()].map(({ summary }) => summary);
  return [...here, ...kept.filter(({ id }) => !unkept.has(id))].sort((a, b) => b.at - a.at);
}

/** Takes the record away and answers what it was, so that it can be put back. */
export async function forget(id: string): Promise<Kept | null> {
  const record = await load(id);
  unkept.delete(id);
  try {
    const transaction = (await open()).transaction(["records", "summaries"], "readwrite");
    transaction.objectStore("records").delete(id);
    transaction.objectStore("summaries").delete(id);
    await finished(transaction);
  } catch {
    // It was in this page's memory only.
  }
  return record;
}

/** The newest record that came from there, or null. */
export async function findSource(source: string): Promise<Kept | null> {
  const summary = (await list()).find((each) => each.source === source);
  return summary === undefined ? null : load(summary.id);
}

export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}

export const header = (headers: readonly Header[], name: string): string =>
  headers.find((each) => each.name === name)?.value ?? "";

export function summarize(record: Kept, at: number): Summary {
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
