// The layout of board and stands, in the units of the SVG's viewBox. A square is 66 by 72.6; the stands
// are at the sides of the board (table), or above and below it (strips).

import body from "../../../src/komadai/diagram/faces/body.json";
import type { Color } from "../api/types";
import { HAND_KINDS, type Hand, type HandKind } from "./sfen";

export const SQUARE = { width: 66, height: 72.6 } as const;
export const GRID = { width: SQUARE.width * 9, height: SQUARE.height * 9 } as const;

export type Shape = "table" | "strips";

export interface Point {
  x: number;
  y: number;
}

export interface Box extends Point {
  width: number;
  height: number;
}

export interface Layout {
  shape: Shape;
  flipped: boolean;
  width: number;
  height: number;
  board: Box;
  grid: Box;
  /** The stands of the far and of the near player. */
  far: Box;
  near: Box;
}

const STAND_WIDTH = 98;
const GAP = 16;
const MARGIN = {
  table: { left: 30, top: 30, right: 30, bottom: 30 },
  strips: { left: 12, top: 26, right: 26, bottom: 12 },
};

/** `strip`: the height of a strip, in units; ignored for the table. */
export function layout(shape: Shape, flipped: boolean, strip = 72): Layout {
  const margin = MARGIN[shape];
  const size = {
    width: GRID.width + margin.left + margin.right,
    height: GRID.height + margin.top + margin.bottom,
  };
  if (shape === "strips") {
    const board = { x: 0, y: strip + 6, ...size };
    return {
      shape,
      flipped,
      width: size.width,
      height: size.height + 2 * strip + 12,
      board,
      grid: { x: board.x + margin.left, y: board.y + margin.top, ...GRID },
      far: { x: 0, y: 0, width: size.width, height: strip },
      near: { x: 0, y: board.y + board.height + 6, width: size.width, height: strip },
    };
  }
  const board = { x: STAND_WIDTH + GAP, y: 0, ...size };
  return {
    shape,
    flipped,
    width: size.width + 2 * (STAND_WIDTH + GAP),
    height: size.height,
    board,
    grid: { x: board.x + margin.left, y: board.y + margin.top, ...GRID },
    far: { x: 0, y: 0, width: STAND_WIDTH, height: size.height },
    near: { x: board.x + board.width + GAP, y: 0, width: STAND_WIDTH, height: size.height },
  };
}

/** The player at the bottom of the screen. */
export const nearColor = (table: Layout): Color => (table.flipped ? "white" : "black");

export const standBox = (table: Layout, color: Color): Box =>
  color === nearColor(table) ? table.near : table.far;

/** The square in this column and row of the picture (0–8 from the left, 0–8 from the top). */
export const squareAt = (flipped: boolean, column: number, row: number): number =>
  flipped ? column * 9 + (8 - row) : (8 - column) * 9 + row;

export function squareCell(flipped: boolean, square: number): { column: number; row: number } {
  const file = Math.floor(square / 9);
  const rank = square % 9;
  return flipped ? { column: file, row: 8 - rank } : { column: 8 - file, row: rank };
}

export function squareBox(table: Layout, square: number): Box {
  const { column, row } = squareCell(table.flipped, square);
  return {
    x: table.grid.x + column * SQUARE.width,
    y: table.grid.y + row * SQUARE.height,
    ...SQUARE,
  };
}

export const middle = (box: Box): Point => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });

/** The square at a point; null outside the grid. */
export function squareUnder(table: Layout, point: Point): number | null {
  const column = Math.floor((point.x - table.grid.x) / SQUARE.width);
  const row = Math.floor((point.y - table.grid.y) / SQUARE.height);
  if (column < 0 || column > 8 || row < 0 || row > 8) return null;
  return squareAt(table.flipped, column, row);
}

export interface Slot extends Point {
  kind: HandKind;
  count: number;
}

/** The centre of each kind in the hand; the strongest is nearest to the player's right. */
export function standSlots(table: Layout, color: Color, hand: Hand): Slot[] {
  const held = HAND_KINDS.filter((kind) => (hand[kind] ?? 0) > 0);
  const box = standBox(table, color);
  const near = color === nearColor(table);
  if (table.shape === "strips") {
    const step = Math.min(86, box.width / 7);
    return held.map((kind, index) => ({
      kind,
      count: hand[kind] ?? 0,
      x: box.x + step * (index + 0.5) + 4,
      y: box.y + box.height / 2,
    }));
  }
  const step = Math.min(86, (box.height - 20) / 7);
  const used = tableStandHeight(held.length, step);
  const top = near ? box.y + box.height - used : box.y;
  return held.map((kind, index) => {
    const place = near ? index : held.length - 1 - index;
    return { kind, count: hand[kind] ?? 0, x: box.x + box.width / 2, y: top + 10 + step * (place + 0.5) };
  });
}

const tableStandHeight = (kinds: number, step = 86): number => 20 + step * Math.max(kinds, 2);

/** The box of a stand's wood: in the table layout as long as its pieces need, else the whole strip. */
export function standWood(table: Layout, color: Color, hand: Hand): Box {
  const box = standBox(table, color);
  if (table.shape === "strips") return box;
  const kinds = HAND_KINDS.filter((kind) => (hand[kind] ?? 0) > 0).length;
  const height = tableStandHeight(kinds);
  return { ...box, height, y: color === nearColor(table) ? box.y + box.height - height : box.y };
}

/** The kind in the hand under a point, or null. */
export function slotUnder(table: Layout, color: Color, hand: Hand, point: Point): HandKind | null {
  for (const slot of standSlots(table, color, hand)) {
    if (Math.abs(point.x - slot.x) <= 40 && Math.abs(point.y - slot.y) <= 44) return slot.kind;
  }
  return null;
}

/** The sizes of the kinds relative to the king, as on a real set. */
const SCALE: Record<string, number> = body.scale;

export const pieceScale = (kind: string): number => SCALE[kind.replace("+", "")] ?? 1;
