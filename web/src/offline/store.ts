// What this browser keeps of a person: values by their names, in IndexedDB.

import type { DBSchema } from "idb";
import { BrowserDatabase, persist, StoreError } from "../state/browser_database";

interface Schema extends DBSchema {
  values: { key: string; value: unknown };
}

const database = new BrowserDatabase<Schema>(
  "komadai.static",
  1,
  (made) => void made.createObjectStore("values"),
);

/** What is kept under this name; `nothing` if it is nothing, or nothing can be kept here. */
export async function kept<Value>(name: string, nothing: Value): Promise<Value> {
  try {
    return ((await database.use((open) => open.get("values", name))) as Value | undefined) ?? nothing;
  } catch (error) {
    // What a newer version has stored is not taken for nothing.
    if (error instanceof StoreError && error.code !== "newer") return nothing;
    throw error;
  }
}

/** Changes what is kept under this name, and returns it. Throws a StoreError if it cannot be kept. */
export function change<Value>(name: string, nothing: Value, to: (value: Value) => Value): Promise<Value> {
  persist();
  return database.use(async (open) => {
    const transaction = open.transaction("values", "readwrite");
    transaction.done.catch(() => undefined); // also when it is aborted below
    const after = to(((await transaction.store.get(name)) as Value | undefined) ?? nothing);
    await Promise.all([transaction.store.put(after, name), transaction.done]);
    return after;
  });
}
