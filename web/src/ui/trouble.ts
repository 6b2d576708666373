// What to show after a call that failed.

import { CallError } from "../api/http";
import { say, t } from "../i18n";

/** An objection, and the field that it is about; null: the whole form. */
export interface Trouble {
  field: string | null;
  text: string;
  /** Of a list: the numbers of the lines that are wrong, from 1. */
  lines?: readonly number[];
}

export function troubleOf(error: unknown): Trouble {
  if (!(error instanceof CallError) || error.text === null) return { field: null, text: t().status.failed };
  const trouble = { field: error.field, text: sentences(say(error.text)) };
  return error.lines === null ? trouble : { ...trouble, lines: error.lines };
}

/** The objection to one field. */
export const about = (trouble: Trouble | null, field: string): string | null =>
  trouble?.field === field ? trouble.text : null;

/** Why a call failed, in the user's language. */
export function reason(error: unknown): string {
  if (!(error instanceof CallError)) throw error;
  return error.text === null ? t().status.unreachable : sentences(say(error.text));
}

/** Each line with a capital, which objections at the terminal begin without. */
const sentences = (text: string): string => text.replace(/^\p{Ll}/gmu, (letter) => letter.toUpperCase());
