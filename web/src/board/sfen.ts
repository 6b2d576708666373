// Reads SFEN to draw it. The server knows the rules.

import type { Color } from "../api/types";
import { STANDARD, unpromoted, type BoardSpec } from "./spec";
import { squareNumber, squaresOf, type Size } from "./squares";

export { HAND_KINDS, unpromoted, type HandKind } from "./spec";
export { rankLetters, squareName, squareNumber, squaresOf, type Size } from "./squares";

/** K R B G S N L P and, in variants, other ids; with a leading + when promoted. */
export type Kind = string;

export interface Piece {
  color: Color;
  kind: Kind;
}

export type Hand = Partial<Record<Kind, number>>;

export interface Diagram {
  /** File by file, each from its first rank: of 81 squares 0 is 1a, 8 is 1i, 80 is 9i. */
  squares: (Piece | null)[];
  hands: Record<Color, Hand>;
  turn: Color;
}

export const START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

export const other = (color: Color): Color => (color === "black" ? "white" : "black");

/** A piece: one letter, or several in parentheses; or a number of empty squares. */
const TOKEN = /(\+?)(?:([A-Za-z])|\(([A-Za-z][A-Za-z0-9]*)\))|(\d+)/g;
const HELD = /(\d*)(\+?)(?:([A-Za-z])|\(([A-Za-z][A-Za-z0-9]*)\))/g;

/** Throws a RangeError if the text is not an SFEN of this size. */
export function parseSfen(sfen: string, { files, ranks }: Size = STANDARD): Diagram {
  const [board = "", turn = "b", hands = "-"] = sfen.trim().split(/\s+/);
  const rows = board.split("/");
  if (rows.length !== ranks) throw new RangeError(`SFEN: ${ranks} ranks expected, found ${rows.length}`);
  const squares: (Piece | null)[] = new Array<Piece | null>(files * ranks).fill(null);
  rows.forEach((row, rank) => {
    let file = files - 1;
    for (const [token, promoted = "", letter, letters, gap] of row.matchAll(TOKEN)) {
      if (gap !== undefined) {
        file -= Number(gap);
        continue;
      }
      if (file < 0) throw new RangeError(`SFEN: rank ${rank + 1} is too long at ${token}`);
      squares[file * ranks + rank] = pieceOf(promoted, letter ?? letters ?? "");
      file -= 1;
    }
  });
  return { squares, hands: parseHands(hands), turn: turn === "w" ? "white" : "black" };
}

function pieceOf(promoted: string, letters: string): Piece {
  return {
    color: letters === letters.toUpperCase() ? "black" : "white",
    kind: promoted + letters.toUpperCase(),
  };
}

function parseHands(text: string): Record<Color, Hand> {
  const hands: Record<Color, Hand> = { black: {}, white: {} };
  for (const [, count, promoted = "", letter, letters] of text.matchAll(HELD)) {
    const { color, kind } = pieceOf(promoted, letter ?? letters ?? "");
    hands[color][kind] = count === "" ? 1 : Number(count);
  }
  return hands;
}

/** The diagram after a move, shown until the server has confirmed it. */
export function preview(diagram: Diagram, usi: string, spec: BoardSpec = STANDARD): Diagram {
  const squares = [...diagram.squares];
  const hands = { black: { ...diagram.hands.black }, white: { ...diagram.hands.white } };
  const { drop, path, promotion } = parseUsi(usi, spec);
  const mine = hands[diagram.turn];
  const from = drop === null ? path[0] : undefined;
  const piece = drop !== null ? { color: diagram.turn, kind: drop } : (squares[from ?? -1] ?? null);
  if (piece === null) return diagram;
  if (from !== undefined) squares[from] = null;
  else if (drop !== null) mine[drop] = Math.max(0, (mine[drop] ?? 0) - 1);
  for (const square of from === undefined ? path : path.slice(1)) {
    const taken = squares[square];
    squares[square] = null;
    const kind = taken && taken.color !== piece.color ? spec.inHand(taken.kind) : null;
    if (kind !== null && spec.handKinds.includes(kind)) mine[kind] = (mine[kind] ?? 0) + 1;
  }
  const to = path[path.length - 1];
  if (to !== undefined) squares[to] = promotion ? promote(piece) : piece;
  return { squares, hands, turn: other(diagram.turn) };
}

const promote = ({ color, kind }: Piece): Piece => ({ color, kind: "+" + unpromoted(kind) });

export interface UsiMove {
  drop: Kind | null;
  /** The squares: from (not of a drop), those on the way, to. */
  path: number[];
  promotion: boolean;
}

/** Reads a move: "7g7f+", "P*5e", or with a square on the way, "6f6e6d". */
export function parseUsi(usi: string, size: Size = STANDARD): UsiMove {
  const star = usi.indexOf("*");
  return {
    drop: star < 0 ? null : usi.slice(0, star).replace(/[()]/g, ""),
    path: squaresOf(usi).map((name) => squareNumber(name, size)),
    promotion: star < 0 && usi.endsWith("+"),
  };
}

/** The squares of the side's royal pieces. */
export const findRoyals = (diagram: Diagram, color: Color, spec: BoardSpec = STANDARD): number[] =>
  diagram.squares.flatMap((piece, square) =>
    piece?.color === color && spec.isRoyal(piece.kind) ? [square] : [],
  );

export const findKing = (diagram: Diagram, color: Color): number => findRoyals(diagram, color)[0] ?? -1;
