// A database of this browser (IndexedDB), and what its errors mean for a person.

import { openDB, type DBSchema, type IDBPDatabase } from "idb";
import type { Text } from "../api/types";

const TEXTS = {
  full: {
    en: "This browser has no room left to store this. Delete old games, or other data of this browser.",
    ja: "ブラウザの保存領域がいっぱいで、保存できません。古い対局など、ブラウザのデータを削除してください。",
  },
  forbidden: {
    en: "This browser does not let the page store anything, as in a private window: it would be lost when the page is closed.",
    ja: "プライベートウィンドウなどのため、このブラウザには保存できません。ページを閉じると失われます。",
  },
  newer: {
    en: "A newer version of this page has stored this in the browser. It is left as it is: reload the page to get the new version.",
    ja: "より新しい版のページで保存されています。そのまま残してあります。再読み込みして新しい版で開いてください。",
  },
} satisfies Record<string, Text>;

type Code = keyof typeof TEXTS;

/** Something cannot be stored or read, for a reason that a person can read. */
export class StoreError extends Error {
  constructor(
    readonly code: string,
    readonly text: Text,
  ) {
    super(text.en);
  }

  static of(code: Code): StoreError {
    return new StoreError(code, TEXTS[code]);
  }
}

const CODES: Readonly<Record<string, Code>> = { QuotaExceededError: "full", VersionError: "newer" };

export class BrowserDatabase<Schema extends DBSchema> {
  private opened: Promise<IDBPDatabase<Schema>> | undefined;

  /** `upgrade` makes the stores of this version. */
  constructor(
    private readonly name: string,
    private readonly version: number,
    private readonly upgrade: (database: IDBPDatabase<Schema>) => void,
  ) {}

  /** Calls with the open database. Throws a StoreError for what the browser refuses; other errors as they are. */
  async use<Value>(work: (database: IDBPDatabase<Schema>) => Promise<Value>): Promise<Value> {
    try {
      if (typeof indexedDB === "undefined") throw StoreError.of("forbidden");
      return await work(await this.open());
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      throw StoreError.of(CODES[error.name] ?? "forbidden");
    }
  }

  private open(): Promise<IDBPDatabase<Schema>> {
    const forget = (): void => void (this.opened = undefined);
    this.opened ??= openDB<Schema>(this.name, this.version, {
      upgrade: this.upgrade,
      // Another window upgrades the database, or the browser has closed it: it is opened again when needed.
      blocking(_current, _next, event) {
        (event.target as IDBDatabase).close();
        forget();
      },
      terminated: forget,
    });
    this.opened.catch(forget);
    return this.opened;
  }
}

let asked = false;

/** Asks that the browser does not delete what it stores for this page. It asks the person, or decides by itself. */
export function persist(): void {
  if (asked) return;
  asked = true;
  navigator.storage?.persist?.().catch(() => undefined);
}
