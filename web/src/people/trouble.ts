// What to show after a call that failed.

import { CallError } from "../api/http";
import { say } from "../i18n";
import { texts } from "./texts";

/** An objection, and the field that it is about; null: the whole form. */
export interface Trouble {
  field: string | null;
  text: string;
}

export function troubleOf(error: unknown): Trouble {
  if (!(error instanceof CallError) || error.text === null) return { field: null, text: texts().failed };
  return { field: error.field, text: say(error.text) };
}

/** The objection to one field. */
export const about = (trouble: Trouble | null, field: string): string | null =>
  trouble?.field === field ? trouble.text : null;
