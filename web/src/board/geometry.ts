// The layout of board and stands, in the units of the SVG's viewBox. A square is 66 by 72.6. The stands are
// below the far and above the near player's card in the free columns beside the board (seats), in a row above
// and below it that they share with name and time (rows), in strips as wide as the board (strips), or in columns
// beside it (table). Without drops there are none.

import type { Color } from "../api/types";
import type { Hand, Kind, Size } from "./sfen";
import { STANDARD, type BoardSpec } from "./spec";

export const SQUARE = { width: 66, height: 72.6 } as const;

export type Shape = "table" | "seats" | "rows" | "strips";

export interface Point {
  x: number;
  y: number;
}

export interface Box extends Point {
  width: number;
  height: number;
}

/** The columns beside the board: their width, their distance from it, and what the cards of the players take. */
export interface Seats {
  width: number;
  gap: number;
  far: number;
  near: number;
  /** Both stands lie at the right of the board, above each other; the far one only if it holds a piece. */
  oneSide?: boolean;
}

export interface Layout {
  spec: BoardSpec;
  shape: Shape;
  flipped: boolean;
  width: number;
  height: number;
  board: Box;
  grid: Box;
  /** Where the stands of the far and of the near player may lie. */
  far: Box;
  near: Box;
}

const STAND_WIDTH = 98;
const GAP = 16;
/** The part of a row that the stand takes; the rest is for name and time. */
const STAND_SHARE = 0.56;
const WIDE = { left: 30, top: 30, right: 30, bottom: 30 };
const TIGHT = { left: 12, top: 26, right: 26, bottom: 12 };
const MARGIN = { table: WIDE, seats: WIDE, rows: TIGHT, strips: TIGHT };
const SEATS: Seats = { width: 132, gap: 14, far: 130, near: 130 };

/** The size of the board's wood, in units. */
export const boardSize = (shape: Shape, { files, ranks }: Size): { width: number; height: number } => ({
  width: SQUARE.width * files + MARGIN[shape].left + MARGIN[shape].right,
  height: SQUARE.height * ranks + MARGIN[shape].top + MARGIN[shape].bottom,
});

/**
 * The height of a strip, in units, of a board that is drawn with this width in CSS pixels: tall enough for a
 * finger (44 pixels) however small the board is.
 */
export const stripHeight = (width: number, size: Size = STANDARD): number =>
  width > 0 ? Math.min(96, Math.max(36, rowHeight(width, 44, size))) : 72;

/** A row's height, in units, that is to be `row` CSS pixels on a board of this width in CSS pixels. */
export const rowHeight = (width: number, row: number, size: Size = STANDARD): number =>
  (row * boardSize("rows", size).width) / (width > 0 ? width : 600);

/** `strip`: the height of a strip or of a row; `seats`: the columns beside the board; all in units. */
export function layout(
  shape: Shape,
  flipped: boolean,
  strip = 72,
  spec: BoardSpec = STANDARD,
  seats: Seats = SEATS,
): Layout {
  const margin = MARGIN[shape];
  const size = boardSize(shape, spec);
  const hasStands = spec.handKinds.length > 0;
  const whole = (width: number, height: number, board: Point, far: Box, near: Box): Layout => ({
    ...{ spec, shape, flipped, width, height, far, near },
    board: { ...board, ...size },
    grid: {
      x: board.x + margin.left,
      y: board.y + margin.top,
      width: SQUARE.width * spec.files,
      height: SQUARE.height * spec.ranks,
    },
  });
  if (shape === "seats" && seats.oneSide === true) {
    const width = size.width + seats.gap + seats.width;
    const stand = { x: width - seats.width, width: seats.width, height: size.height / 2 - 8 };
    return whole(
      width,
      size.height,
      { x: 0, y: 0 },
      { ...stand, y: 0 },
      { ...stand, y: size.height - stand.height },
    );
  }
  if (shape === "seats") {
    const left = seats.width + seats.gap;
    const width = 2 * left + size.width;
    return whole(
      width,
      size.height,
      { x: left, y: 0 },
      { x: 0, y: seats.far, width: seats.width, height: size.height - seats.far },
      { x: width - seats.width, y: 0, width: seats.width, height: size.height - seats.near },
    );
  }
  if (shape === "rows") {
    const gap = (strip * 3) / 22;
    const height = size.height + 2 * (strip + gap);
    const stand = { width: size.width * STAND_SHARE, height: strip - 4 };
    return whole(
      size.width,
      height,
      { x: 0, y: strip + gap },
      { x: 0, y: 2, ...stand },
      { x: size.width - stand.width, y: height - strip + 2, ...stand },
    );
  }
  if (shape === "strips") {
    const height = hasStands ? strip : 0;
    const gap = hasStands ? 6 : 0;
    const stand = { x: 0, width: size.width, height };
    return whole(
      size.width,
      size.height + 2 * (height + gap),
      { x: 0, y: height + gap },
      { ...stand, y: 0 },
      { ...stand, y: height + size.height + 2 * gap },
    );
  }
  const beside = hasStands ? STAND_WIDTH + GAP : 0;
  const stand = { y: 0, width: hasStands ? STAND_WIDTH : 0, height: size.height };
  const width = size.width + 2 * beside;
  return whole(
    width,
    size.height,
    { x: beside, y: 0 },
    { ...stand, x: 0 },
    { ...stand, x: width - stand.width },
  );
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

/** How the kinds of a hand stand: in one line across, in one column, or in two. */
const columnsOf = ({ shape, near }: Layout): number => (shape === "seats" && near.width >= 104 ? 2 : 1);
const isAcross = ({ shape }: Layout): boolean => shape === "strips" || shape === "rows";
/** The wood above and below the pieces of a column. */
const edgeOf = ({ shape }: Layout): number => (shape === "seats" ? 9 : 10);

/** The room of one kind in a hand: less where a stand has not enough of it for all kinds. */
export function slotSize(table: Layout): { width: number; height: number } {
  const { shape, far, near, spec } = table;
  const kinds = Math.max(shape === "seats" ? 2 : 7, spec.handKinds.length);
  if (isAcross(table)) return { width: Math.min(80, near.width / kinds), height: near.height };
  const columns = columnsOf(table);
  const length = Math.min(far.height, near.height) - 2 * edgeOf(table);
  return {
    width: Math.min(80, near.width / columns),
    height: Math.min(shape === "seats" ? 76 : 86, length / Math.ceil(kinds / columns)),
  };
}

const kindsHeld = (table: Layout, hand: Hand): string[] =>
  table.spec.handKinds.filter((kind) => (hand[kind] ?? 0) > 0);

const woodHeight = (table: Layout, kinds: number): number =>
  2 * edgeOf(table) + slotSize(table).height * Math.max(Math.ceil(kinds / columnsOf(table)), 2);

/** The centre of each kind in the hand. The far player's stand is the near one's, turned by half a circle. */
export function standSlots(table: Layout, color: Color, hand: Hand): Slot[] {
  const held = kindsHeld(table, hand);
  const box = standBox(table, color);
  const near = color === nearColor(table);
  const size = slotSize(table);
  // From the near player's view, from the corner at the bottom right (across: the strongest is there) or, in
  // columns, from the top left of what is held.
  const columns = columnsOf(table);
  const lines = Math.ceil(held.length / columns);
  return held.map((kind, index) => {
    const right = isAcross(table)
      ? size.width * (index + 0.5) + 4
      : box.width - (box.width / columns) * ((index % columns) + 0.5);
    const up = isAcross(table)
      ? box.height / 2
      : edgeOf(table) + size.height * (lines - Math.floor(index / columns) - 0.5);
    return {
      kind,
      count: hand[kind] ?? 0,
      x: near ? box.x + box.width - right : box.x + right,
      y: near ? box.y + box.height - up : box.y + up,
    };
  });
}

/** Whether both stands lie in the same column. */
const isOneSided = ({ shape, far, near }: Layout): boolean => shape === "seats" && far.x === near.x;

/** The box of a stand's wood: in columns as long as its pieces need, else the whole strip. */
export function standWood(table: Layout, color: Color, hand: Hand): Box {
  const box = standBox(table, color);
  if (isAcross(table)) return box;
  const kinds = kindsHeld(table, hand).length;
  if (kinds === 0 && isOneSided(table) && color !== nearColor(table)) return { ...box, height: 0 };
  const height = woodHeight(table, kinds);
  return { ...box, height, y: color === nearColor(table) ? box.y + box.height - height : box.y };
}

/** The kind in the hand under a point, or null. */
export function slotUnder(table: Layout, color: Color, hand: Hand, point: Point): Kind | null {
  const { width, height } = slotSize(table);
  for (const slot of standSlots(table, color, hand)) {
    if (Math.abs(point.x - slot.x) <= width / 2 + 1 && Math.abs(point.y - slot.y) <= height / 2 + 1)
      return slot.kind;
  }
  return null;
}
