import type { Color, Game } from "../api/types";

/**
 * The side whose king is written 王, as the higher-ranked player's is: the giver of a handicap, else the
 * computer. Between two people it is White.
 */
export function higherSide(game: Pick<Game, "handicap" | "black" | "white">): Color {
  if (game.handicap !== "even") return "white";
  return game.black.kind === "computer" && game.white.kind === "person" ? "black" : "white";
}
