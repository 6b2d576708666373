// The endings of a line.

import type { Color, Ending } from "../api/types";
import { other } from "../board/sfen";

/** Endings without a winner. */
const DRAWN = new Set(["sennichite", "impasse_agreed", "move_limit", "connection_lost", "interrupted"]);
/** Endings in which the side to move wins. */
const OWN = new Set(["impasse_declaration", "try"]);

/** The winner of a line with this ending and this side to move; null if there is none. */
export function usualWinner(termination: string, turn: Color): Color | null {
  if (DRAWN.has(termination)) return null;
  return OWN.has(termination) ? turn : other(turn);
}

export const endingInWords = (word: string): Ending => ({
  result: null,
  word,
  ms: null,
  total_ms: null,
  comment: "",
});

/** Replaces an ending; the new one keeps the old one's comment and times. */
export const instead = (before: Ending | null, ending: Ending): Ending =>
  before === null ? ending : { ...ending, ms: before.ms, total_ms: before.total_ms, comment: before.comment };
