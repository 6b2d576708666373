// How a line can end.

import type { Ending } from "../../api/record_wire";
import type { Color } from "../../api/wire";
import { other } from "../../board/sfen";

/** These are nobody's victory. */
const DRAWN = new Set(["sennichite", "impasse_agreed", "move_limit", "connection_lost", "interrupted"]);
/** These the side to move has won by its own doing. */
const OWN = new Set(["impasse_declaration", "try"]);

/** Who has won when the line ends so, with this side to move. */
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

/** An ending in the place of another keeps what was written about it, and the time it took. */
export const instead = (before: Ending | null, ending: Ending): Ending =>
  before === null ? ending : { ...ending, ms: before.ms, total_ms: before.total_ms, comment: before.comment };
