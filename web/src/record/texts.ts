// Endings and scores in the user's language.

import { both } from "../api/records";
import type { Analysis, Color, Ending, Text } from "../api/types";
import { say, t, wordsIn } from "../i18n";

export const endingText = (ending: Ending | null): string =>
  ending === null ? "" : ending.result === null ? ending.word : say(ending.result.text);

/** An ending chosen by the user; `name` is the server's name of the termination. */
export function endingOf(termination: string, name: Text, winner: Color | null, odds: boolean): Ending {
  const text = both((language) => {
    const words = wordsIn(language);
    const head =
      winner !== null
        ? words.result.wins(winner, odds)
        : ["connection_lost", "interrupted"].includes(termination)
          ? words.result.noGame
          : words.result.draw;
    return language === "ja" ? `${head}（${name[language]}）` : `${head}: ${name[language]}`;
  });
  return {
    result: { winner, termination, infraction: null, failed: [], text },
    word: "",
    ms: null,
    total_ms: null,
    comment: "",
  };
}

/** "Black +230", "White mates in 5". */
export function scoreWords({
  centipawns,
  mate,
  mating = null,
}: Pick<Analysis, "centipawns" | "mate" | "mating">): string {
  const words = t().records;
  if (mate !== null) return words.mate(mate < 0 ? "white" : "black", Math.abs(mate));
  if (mating !== null) return words.mates(mating);
  if (centipawns === null) return words.unknownScore;
  if (centipawns === 0) return words.evenScore;
  return words.forSide(centipawns < 0 ? "white" : "black", `+${Math.abs(centipawns)}`);
}
