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
/** How far from the middle of an empty square an arrow ends. */
const GAP = 6;
/** Half of a piece: an arrow begins and ends at its edge. */
const EDGE = { x: 27, y: 32 };
/** The shortest arrow: a head between two pieces that stand side by side. */
const SHORT = 16;

/** The outline as an SVG path, in the units of the table. It never lies over the face of a piece. */
export function arrowPath(
  table: Layout,
  { start, end }: Arrow,
  holds: (square: number) => boolean = () => false,
): string {
  const first = squareNumber(start, table.spec);
  const last = squareNumber(end, table.spec);
  const from = middle(squareBox(table, first));
  const to = middle(squareBox(table, last));
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (length === 0) return "";
  const along = { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
  const edge = edgeAlong(along);
  const point = (at: number, side: number): string =>
    `${(from.x + along.x * at - along.y * side).toFixed(1)} ${(from.y + along.y * at + along.x * side).toFixed(1)}`;
  const room = { tail: holds(first) ? edge : 0, tip: length - (holds(last) ? edge : GAP) };
  const short = Math.max(0, SHORT - (room.tip - room.tail)) / 2;
  const tail = room.tail - short;
  const tip = room.tip + short;
  const neck = Math.max(tail, tip - HEAD);
  const half = (HALF_HEAD * (tip - neck)) / HEAD;
  return `M${[
    point(tail, -HALF_LINE),
    point(neck, -HALF_LINE),
    point(neck, -half),
    point(tip, 0),
    point(neck, half),
    point(neck, HALF_LINE),
    point(tail, HALF_LINE),
  ].join("L")}Z`;
}

/** How far it is from the middle of a piece to its edge in this direction, of length 1. */
const edgeAlong = ({ x, y }: Point): number =>
  Math.min(x === 0 ? Infinity : EDGE.x / Math.abs(x), y === 0 ? Infinity : EDGE.y / Math.abs(y));
