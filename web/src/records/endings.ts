// Endings in the user's language.

import { both } from "../api/records";
import type { Color, Ending, Text } from "../api/types";
import { say } from "../i18n";
import { resultWords } from "../play/result_texts";

export const endingText = (ending: Ending | null): string =>
  ending === null ? "" : ending.result === null ? ending.word : say(ending.result.text);

/** An ending chosen by the user; `name` is the server's name of the termination. */
export function endingOf(termination: string, name: Text, winner: Color | null, odds: boolean): Ending {
  const text = both((language) => {
    const words = resultWords.tables[language];
    const head =
      winner !== null
        ? words.wins(winner, odds)
        : ["connection_lost", "interrupted"].includes(termination)
          ? words.noGame
          : words.draw;
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
