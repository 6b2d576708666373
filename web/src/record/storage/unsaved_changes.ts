// A page that is closed has no time to wait for the database. What is not yet safe there is written down
// at once, and entered when the record is next opened.

import type { Header } from "../../api/record_wire";
import type { TreeNode } from "../model/tree";
import type { Kept } from "./record_db";

interface Entry {
  revision: number;
  nodes: [number, TreeNode | null][];
  headers: Header[];
  current: number;
}

const key = (id: string): string => `komadai.record.${id}`;

/** Writes down the nodes changed since the record was last kept, and where the reader is. */
export function note(record: Kept, nodes: ReadonlyMap<number, TreeNode | null>): void {
  const { revision, headers, current } = record;
  const entry: Entry = { revision, nodes: [...nodes], headers, current };
  try {
    localStorage.setItem(key(record.id), JSON.stringify(entry));
  } catch {
    // No room: the database, which has been asked too, may still make it.
  }
}

/** The record with what was noted of it, or null if nothing was. What the database has since is newer. */
export function enter(record: Kept): Kept | null {
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

/** The database has it all. */
export function strike(id: string): void {
  try {
    localStorage.removeItem(key(id));
  } catch {
    // No storage, no notes.
  }
}
