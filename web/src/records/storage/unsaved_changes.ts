// A page that is being closed cannot wait for IndexedDB. Changes that are not saved there yet are written
// to localStorage, which is synchronous, and applied when the record is opened the next time.

import type { Header } from "../../api/types";
import type { TreeNode } from "../../tree/tree";
import type { StoredRecord } from "./stored_record";

interface Entry {
  revision: number;
  nodes: [number, TreeNode | null][];
  headers: Header[];
  current: number;
}

const key = (id: string): string => `komadai.record.${id}`;

/** Stores the nodes changed since the record was last saved, its headers and the current node. */
export function storeUnsaved(record: StoredRecord, nodes: ReadonlyMap<number, TreeNode | null>): void {
  const { revision, headers, current } = record;
  const entry: Entry = { revision, nodes: [...nodes], headers, current };
  try {
    localStorage.setItem(key(record.id), JSON.stringify(entry));
  } catch {
    // localStorage is full or denied. The save to the database, also under way, may still finish.
  }
}

/** The record with its unsaved changes; null if there are none, or if the database has a later revision. */
export function applyUnsaved(record: StoredRecord): StoredRecord | null {
  let entry: Entry;
  try {
    const text = localStorage.getItem(key(record.id));
    if (text === null) return null;
    entry = JSON.parse(text) as Entry;
  } catch {
    return null;
  }
  if (entry.revision < record.revision) return null;
  const nodes = new Map(record.nodes.map((node) => [node.id, node]));
  for (const [id, node] of entry.nodes) {
    if (node === null) nodes.delete(id);
    else nodes.set(id, node);
  }
  const { revision, headers, current } = entry;
  const edited = record.edited || revision > record.revision;
  return { ...record, nodes: [...nodes.values()], revision, headers, current, edited };
}

/** Removes the stored changes, once the database has them. */
export function clearUnsaved(id: string): void {
  try {
    localStorage.removeItem(key(id));
  } catch {
    // Without localStorage nothing was stored.
  }
}
