// The layout of board and stands, in the units of the SVG's viewBox. A square is 66 by 72.6; the stands
// are at the sides of the board (table), or above and below it (strips). Without drops there are none.

import type { Color } from "../api/types";
import type { Hand, Kind, Size } from "./sfen";
import { STANDARD, type BoardSpec } from "./spec";

export const SQUARE = { width: 66, height: 72.6 } as const;

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
  spec: BoardSpec;
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

/**
 * The height of a strip, in units, of a board that is drawn with this width in CSS pixels: tall enough for a
 * finger (44 pixels) however small the board is.
 */
export function stripHeight(width: number, { files }: Size = STANDARD): number {
  const units = SQUARE.width * files + MARGIN.strips.left + MARGIN.strips.right;
  return width > 0 ? Math.min(96, Math.max(60, (44 * units) / width)) : 72;
}

/** `strip`: the height of a strip, in units; ignored for the table. */
export function layout(shape: Shape, flipped: boolean, strip = 72, spec: BoardSpec = STANDARD): Layout {
  const margin = MARGIN[shape];
  const grid = { width: SQUARE.width * spec.files, height: SQUARE.height * spec.ranks };
  const size = {
    width: grid.width + margin.left + margin.right,
    height: grid.height + margin.top + margin.bottom,
  };
  const hasStands = spec.handKinds.length > 0;
  if (shape === "strips") {
    const height = hasStands ? strip : 0;
    const gap = hasStands ? 6 : 0;
    const board = { x: 0, y: height + gap, ...size };
    return {
      spec,
      shape,
      flipped,
      width: size.width,
      height: size.height + 2 * (height + gap),
      board,
      grid: { x: board.x + margin.left, y: board.y + margin.top, ...grid },
      far: { x: 0, y: 0, width: size.width, height },
      near: { x: 0, y: board.y + board.height + gap, width: size.width, height },
    };
  }
  const beside = hasStands ? STAND_WIDTH + GAP : 0;
  const board = { x: beside, y: 0, ...size };
  const width = hasStands ? STAND_WIDTH : 0;
  return {
    spec,
    shape,
    flipped,
    width: size.width + 2 * beside,
    height: size.height,
    board,
    grid: { x: board.x + margin.left, y: board.y + margin.top, ...grid },
    far: { x: 0, y: 0, width, height: size.height },
    near: { x: board.x + board.width + beside - width, y: 0, width, height: size.height },
  };
}

/** The player at the bottom of the screen. */
export const nearColor = (table: Layout): Color => (table.flipped ? "white" : "black");

export const standBox = (table: Layout, color: Color): Box =>
  color === nearColor(table) ? table.near : table.far;

/** The square in this column and row of the picture, from 0 at the top left. */
export const squareAt = (
  flipped: boolean,
  column: number,
  row: number,
  { files, ranks }: Size = STANDARD,
): number => (flipped ? column * ranks + (ranks - 1 - row) : (files - 1 - column) * ranks + row);

export function squareCell(
  flipped: boolean,
  square: number,
  { files, ranks }: Size = STANDARD,
): { column: number; row: number } {
  const file = Math.floor(square / ranks);
  const rank = square % ranks;
  return flipped ? { column: file, row: ranks - 1 - rank } : { column: files - 1 - file, row: rank };
}

export function squareBox(table: Layout, square: number): Box {
  const { column, row } = squareCell(table.flipped, square, table.spec);
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
  const { files, ranks } = table.spec;
  if (column < 0 || column >= files || row < 0 || row >= ranks) return null;
  return squareAt(table.flipped, column, row, table.spec);
}

export interface Slot extends Point {
  kind: Kind;
  count: number;
}

/** The distance of two kinds in a hand: less where a stand has not enough room for all kinds. */
export function slotStep({ shape, near, spec }: Layout): number {
  const kinds = Math.max(7, spec.handKinds.length);
  return Math.min(86, shape === "strips" ? near.width / kinds : (near.height - 20) / kinds);
}

/** The centre of each kind in the hand; the strongest is nearest to the player's right. */
export function standSlots(table: Layout, color: Color, hand: Hand): Slot[] {
  const held = table.spec.handKinds.filter((kind) => (hand[kind] ?? 0) > 0);
  const box = standBox(table, color);
  const near = color === nearColor(table);
  const step = slotStep(table);
  if (table.shape === "strips") {
    return held.map((kind, index) => ({
      kind,
      count: hand[kind] ?? 0,
      x: box.x + step * (index + 0.5) + 4,
      y: box.y + box.height / 2,
    }));
  }
  const used = tableStandHeight(held.length, step);
  const top = near ? box.y + box.height - used : box.y;
  return held.map((kind, index) => {
    const place = near ? index : held.length - 1 - index;
    return { kind, count: hand[kind] ?? 0, x: box.x + box.width / 2, y: top + 10 + step * (place + 0.5) };
  });
}

const tableStandHeight = (kinds: number, step: number): number => 20 + step * Math.max(kinds, 2);

/** The box of a stand's wood: in the table layout as long as its pieces need, else the whole strip. */
export function standWood(table: Layout, color: Color, hand: Hand): Box {
  const box = standBox(table, color);
  if (table.shape === "strips") return box;
  const kinds = table.spec.handKinds.filter((kind) => (hand[kind] ?? 0) > 0).length;
  const height = tableStandHeight(kinds, slotStep(table));
  return { ...box, height, y: color === nearColor(table) ? box.y + box.height - height : box.y };
}

/** The kind in the hand under a point, or null. */
export function slotUnder(table: Layout, color: Color, hand: Hand, point: Point): Kind | null {
  const reach = Math.min(44, slotStep(table) / 2 + 1);
  const [across, along] = table.shape === "strips" ? [Math.min(40, reach), 44] : [40, reach];
  for (const slot of standSlots(table, color, hand)) {
    if (Math.abs(point.x - slot.x) <= across && Math.abs(point.y - slot.y) <= along) return slot.kind;
  }
  return null;
}
