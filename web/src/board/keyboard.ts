// The keys of the board.

import { squareAt, squareCell } from "./geometry";
import type { Kind, Size } from "./sfen";
import { STANDARD } from "./spec";

export type Arrow = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown";

const STEPS: Record<Arrow, { columns: number; rows: number }> = {
  ArrowLeft: { columns: -1, rows: 0 },
  ArrowRight: { columns: 1, rows: 0 },
  ArrowUp: { columns: 0, rows: -1 },
  ArrowDown: { columns: 0, rows: 1 },
};

export const isArrow = (key: string): key is Arrow => key in STEPS;

/** The next square in the arrow's direction on the screen; at the edge the same square. */
export function step(flipped: boolean, square: number, key: Arrow, size: Size = STANDARD): number {
  const { column, row } = squareCell(flipped, square, size);
  const { columns, rows } = STEPS[key];
  const within = (n: number, count: number): number => Math.min(count - 1, Math.max(0, n));
  return squareAt(flipped, within(column + columns, size.files), within(row + rows, size.ranks), size);
}

/** The kind in hand that a digit selects, from 1 for the weakest: pawn, lance … rook. Null: another key. */
export function handKind(key: string, handKinds: readonly Kind[]): Kind | null {
  return /^[1-9]$/.test(key) ? (handKinds[handKinds.length - Number(key)] ?? null) : null;
}

/** Whether the key promotes (+) or not (=); null: another key. */
export function promotionAnswer(key: string): boolean | null {
  if (key === "+" || key === ";") return true; // ; is the unshifted + of a Japanese keyboard
  return key === "=" || key === "-" ? false : null;
}
