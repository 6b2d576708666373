// What this browser keeps of a person: values by their names, in IndexedDB.

import { openDB, type DBSchema, type IDBPDatabase } from "idb";
import { CallError } from "../api/http";
import type { Text } from "../api/types";

const NAME = "komadai.static";

interface Schema extends DBSchema {
  values: { key: string; value: unknown };
}

const UNKEPT: Text = {
  en: "This browser keeps nothing here: its storage is full or forbidden.",
  ja: "このブラウザには保存できません（容量不足か、保存が禁止されています）。",
};

let opened: Promise<IDBPDatabase<Schema>> | undefined;

function open(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>(NAME, 1, {
    upgrade: (database) => void database.createObjectStore("values"),
    blocking: (_current, _next, event) => {
      (event.target as IDBDatabase).close();
      opened = undefined;
    },
    terminated: () => (opened = undefined),
  });
  opened.catch(() => (opened = undefined));
  return opened;
}

/** What is kept under this name; `nothing` if it is nothing, or cannot be read. */
export async function kept<Value>(name: string, nothing: Value): Promise<Value> {
  try {
    return ((await (await open()).get("values", name)) as Value | undefined) ?? nothing;
  } catch {
    return nothing;
  }
}

/** Changes what is kept under this name, and returns it. Throws a CallError if it cannot be kept. */
export async function change<Value>(
  name: string,
  nothing: Value,
  to: (value: Value) => Value,
): Promise<Value> {
  try {
    const transaction = (await open()).transaction("values", "readwrite");
    const after = to(((await transaction.store.get(name)) as Value | undefined) ?? nothing);
    await Promise.all([transaction.store.put(after, name), transaction.done]);
    return after;
  } catch (error) {
    if (error instanceof CallError) throw error;
    throw new CallError(0, "unkept", UNKEPT);
  }
}
