import type { Color, Game } from "../api/wire";

/**
 * The side whose king is written 王: the giver of a handicap, else the computer, as the host;
 * a guest of unknown rank takes 玉. Between two people it is White.
 */
export function higherSide(game: Pick<Game, "handicap" | "black" | "white">): Color {
  if (game.handicap !== "even") return "white";
  return game.black.kind === "computer" && game.white.kind === "person" ? "black" : "white";
}
