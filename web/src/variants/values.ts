// The values of moves in a solved game, as the page shows them.

import type { PositionValues, Value } from "../api/types";
import type { Badge } from "../board/badges";

const TONES = { win: "good", draw: "even", loss: "bad" } as const;

/** The badges of the moves: `W5`, `=`, `L78` with the English letters. */
export const badgesOf = (
  values: ReadonlyMap<string, Value>,
  letters: Readonly<Record<Value["result"], string>>,
  words: (result: Value["result"], plies: number | null) => string,
): ReadonlyMap<string, Badge> =>
  new Map(
    [...values].map(([usi, { result, plies }]) => [
      usi,
      {
        text: letters[result] + (plies === null ? "" : String(plies)),
        words: words(result, plies),
        tone: TONES[result],
      },
    ]),
  );

/** By the moves, in USI. */
export const valuesByMove = ({ moves }: PositionValues): ReadonlyMap<string, Value> =>
  new Map(moves.map(({ usi, value }) => [usi, value]));

/** Whether two moves are equally good. */
export const sameValue = (a: Value, b: Value): boolean => a.result === b.result && a.plies === b.plies;
