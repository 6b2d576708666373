// The keys of the board.

import { squareAt, squareCell } from "./geometry";
import type { HandKind } from "./sfen";

export type Arrow = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown";

const STEPS: Record<Arrow, { columns: number; rows: number }> = {
  ArrowLeft: { columns: -1, rows: 0 },
  ArrowRight: { columns: 1, rows: 0 },
  ArrowUp: { columns: 0, rows: -1 },
  ArrowDown: { columns: 0, rows: 1 },
};

export const isArrow = (key: string): key is Arrow => key in STEPS;

/** The next square in the arrow's direction on the screen; at the edge the same square. */
export function step(flipped: boolean, square: number, key: Arrow): number {
  const { column, row } = squareCell(flipped, square);
  const { columns, rows } = STEPS[key];
  const within = (n: number): number => Math.min(8, Math.max(0, n));
  return squareAt(flipped, within(column + columns), within(row + rows));
}

/** 1 pawn, 2 lance, 3 knight, 4 silver, 5 gold, 6 bishop, 7 rook. */
export const HAND_KEYS: Record<string, HandKind> = {
  "1": "P",
  "2": "L",
  "3": "N",
  "4": "S",
  "5": "G",
  "6": "B",
  "7": "R",
};

/** Whether the key promotes (+) or not (=); null: another key. */
export function promotionAnswer(key: string): boolean | null {
  if (key === "+" || key === ";") return true; // ; is the unshifted + of a Japanese keyboard
  return key === "=" || key === "-" ? false : null;
}
