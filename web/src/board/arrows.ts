// Arrows on the board: the outline of one between the middles of two squares.

import { middle, squareBox, type Layout, type Point } from "./geometry";
import { squareNumber } from "./sfen";

export interface Arrow {
  /** Squares by their names. */
  start: string;
  end: string;
  /** What the other side threatens, drawn in another colour; a ring if it begins where it ends. */
  threat?: true;
}

/** The arrow that a mark such as `7g7f` means; null for the name of a square. */
export function arrowOf(mark: string): Arrow | null {
  const [, start, end] = /^(\d+[a-z]+)(\d+[a-z]+)$/.exec(mark) ?? [];
  return start === undefined || end === undefined ? null : { start, end };
}

const HEAD = 20;
const HALF_HEAD = 14;
const HALF_LINE = 4.5;
/** How far from the middle of its last square an arrow ends. */
const GAP = 6;

/** The outline as an SVG path, in the units of the table. */
export function arrowPath(table: Layout, { start, end }: Arrow): string {
  const from = middleOf(table, start);
  const to = middleOf(table, end);
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (length === 0) return "";
  const along = { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
  const point = (at: number, side: number): string =>
    `${(from.x + along.x * at - along.y * side).toFixed(1)} ${(from.y + along.y * at + along.x * side).toFixed(1)}`;
  const tip = length - GAP;
  const neck = tip - HEAD;
  return `M${[
    point(0, -HALF_LINE),
    point(neck, -HALF_LINE),
    point(neck, -HALF_HEAD),
    point(tip, 0),
    point(neck, HALF_HEAD),
    point(neck, HALF_LINE),
    point(0, HALF_LINE),
  ].join("L")}Z`;
}

const middleOf = (table: Layout, name: string): Point =>
  middle(squareBox(table, squareNumber(name, table.spec)));
