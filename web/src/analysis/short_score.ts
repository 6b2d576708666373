// Scores of an engine as short as they fit beside a move.

import type { Analysis } from "../api/types";
import { scoreTexts } from "./score_texts";

type Score = Pick<Analysis, "centipawns" | "mate"> & Partial<Pick<Analysis, "mating">>;

const signed = (value: number, text: string): string => (value < 0 ? `−${text}` : `+${text}`);

/** "+1371", "−93", "+M5"; Black is better if it is positive. Empty without a score. */
export function shortScore({ centipawns, mate, mating = null }: Score): string {
  if (mate !== null) return signed(mate, scoreTexts().shortMate(Math.abs(mate)));
  if (mating !== null) return signed(mating === "white" ? -1 : 1, scoreTexts().shortMate(null));
  if (centipawns === null) return "";
  return centipawns === 0 ? "0" : signed(centipawns, String(Math.abs(centipawns)));
}

/** Whether White is better. */
export const isWhites = ({ centipawns, mate, mating = null }: Score): boolean =>
  mating === "white" || (mate ?? centipawns ?? 0) < 0;
