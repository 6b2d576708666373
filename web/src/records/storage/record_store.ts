// Where records are kept. This browser's database is one such place, see record_db.ts.

import type { StoredRecord } from "./stored_record";

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
  /** Missing in summaries stored by older versions: shogi. */
  variant?: string;
  source: string;
  edited: boolean;
  /** Whether a review is kept with it; missing in records of earlier versions. */
  reviewed?: boolean;
}

/** The record was changed elsewhere meanwhile. */
export class Conflict extends Error {}

export interface RecordStore {
  /**
   * Saves the record under its id. Returns false if it is lost when the page is closed.
   * Throws Conflict if the stored revision is newer than `base`, the revision this record was made from.
   */
  save(record: StoredRecord, summary: Summary, base?: number): Promise<boolean>;
  /** null: there is no such record. */
  load(id: string): Promise<StoredRecord | null>;
  /** All records, the newest first. */
  list(): Promise<Summary[]>;
  /** Deletes the record and returns it, so that the deletion can be undone. */
  remove(id: string): Promise<StoredRecord | null>;
}
