// What a review says about a side's moves.

import type { Color, MoveClass, Review, ReviewedMove } from "../api/types";

/** Nodes for each position. */
export const DEPTHS = { quick: 20_000, normal: 60_000, deep: 300_000 } as const;
export type Depth = keyof typeof DEPTHS;

/** The signs of mistakes; empty for other moves. */
export const SIGNS: Readonly<Record<MoveClass, string>> = {
  best: "",
  good: "",
  inaccuracy: "?!",
  mistake: "?",
  blunder: "??",
  missed_mate: "??",
};

/** The classes of moves, from the best to the worst. */
export const CLASSES: readonly MoveClass[] = [
  "best",
  "good",
  "inaccuracy",
  "mistake",
  "blunder",
  "missed_mate",
];
const ERRORS: readonly MoveClass[] = CLASSES.slice(2);

export const isError = ({ move_class }: Pick<ReviewedMove, "move_class">): boolean =>
  ERRORS.includes(move_class);

/** The inaccuracies, mistakes, blunders and missed mates of one side, or of both. */
export const mistakes = (review: Review, side: Color | "both"): ReviewedMove[] =>
  review.moves.filter((move) => isError(move) && (side === "both" || move.side === side));

/** How many moves of each class a side made. */
export const countClass = (review: Review, side: Color, kind: MoveClass): number =>
  review.moves.filter((move) => move.side === side && move.move_class === kind).length;

/** The points of the win-rate curve from the start on, without the positions that have none. */
export const curve = (wins: readonly (number | null)[]): { ply: number; win: number }[] =>
  wins.flatMap((win, ply) => (win === null ? [] : [{ ply, win }]));
