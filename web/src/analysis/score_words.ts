// Scores of an engine in the user's language.

import type { Analysis } from "../api/types";
import { scoreTexts } from "./score_texts";

/** "Black +230", "White mates in 5". */
export function scoreWords({
  centipawns,
  mate,
  mating = null,
}: Pick<Analysis, "centipawns" | "mate" | "mating">): string {
  const words = scoreTexts();
  if (mate !== null) return words.mate(mate < 0 ? "white" : "black", Math.abs(mate));
  if (mating !== null) return words.mates(mating);
  if (centipawns === null) return words.unknownScore;
  if (centipawns === 0) return words.evenScore;
  return words.forSide(centipawns < 0 ? "white" : "black", `+${Math.abs(centipawns)}`);
}
