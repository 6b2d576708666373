// A measured figure beside those of the documents.

import type { GamesMeasured } from "../api/types";
import type { readingWords } from "./texts";

type Words = Pick<ReturnType<typeof readingWords>, "drawn" | "won">;

const percent = (part: number, all: number): string => ((100 * part) / all).toFixed(1);

/** The figure with this id in a collection of games; a dash where it was not measured. */
export function measuredFigure(
  id: string,
  games: GamesMeasured,
  words: Words,
  count: (n: number) => string,
): string {
  if (id === "branching") return games.branching.toFixed(1);
  if (id === "length") return games.plies.toFixed(1);
  if (id === "longest") return count(games.longest);
  const all = games.decided + games.draws;
  if (id === "draws" && all > 0)
    return words.drawn(count(games.draws), count(all), percent(games.draws, all));
  const first = games.first_moves.find(({ usi }) => id === `first_${usi}`);
  return first === undefined ? "–" : words.won(percent(first.black_wins, first.games), count(first.games));
}
