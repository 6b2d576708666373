// Reads SFEN to draw it. The server knows the rules.

import type { Color } from "../api/types";

/** K R B G S N L P, with a leading + when promoted. */
export type Kind = string;
export const HAND_KINDS = ["R", "B", "G", "S", "N", "L", "P"] as const;
export type HandKind = (typeof HAND_KINDS)[number];

export interface Piece {
  color: Color;
  kind: Kind;
}

export type Hand = Partial<Record<HandKind, number>>;

export interface Diagram {
  /** 81 squares, file by file: 0 is 1a, 8 is 1i, 80 is 9i. */
  squares: (Piece | null)[];
  hands: Record<Color, Hand>;
  turn: Color;
}

export const START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

export const other = (color: Color): Color => (color === "black" ? "white" : "black");

/** Throws a RangeError if the text is not an SFEN. */
export function parseSfen(sfen: string): Diagram {
  const [ranks = "", turn = "b", hands = "-"] = sfen.trim().split(/\s+/);
  const rows = ranks.split("/");
  if (rows.length !== 9) throw new RangeError(`SFEN: 9 ranks expected, found ${rows.length}`);
  const squares: (Piece | null)[] = new Array<Piece | null>(81).fill(null);
  rows.forEach((row, rank) => {
    let file = 8;
    for (const [token, promoted, letter, gap] of row.matchAll(/(\+?)([A-Za-z])|([1-9])/g)) {
      if (gap !== undefined) file -= Number(gap);
      else if (letter !== undefined) {
        if (file < 0) throw new RangeError(`SFEN: rank ${rank + 1} is too long at ${token}`);
        squares[file * 9 + rank] = {
          color: isBlack(letter) ? "black" : "white",
          kind: promoted + letter.toUpperCase(),
        };
        file -= 1;
      }
    }
  });
  return { squares, hands: parseHands(hands), turn: turn === "w" ? "white" : "black" };
}

function parseHands(text: string): Record<Color, Hand> {
  const hands: Record<Color, Hand> = { black: {}, white: {} };
  for (const [, count, letter = ""] of text.matchAll(/(\d*)([A-Za-z])/g)) {
    const kind = letter.toUpperCase() as HandKind;
    if (HAND_KINDS.includes(kind)) {
      hands[isBlack(letter) ? "black" : "white"][kind] = count === "" ? 1 : Number(count);
    }
  }
  return hands;
}

const isBlack = (letter: string): boolean => letter === letter.toUpperCase();

/** The kind a captured piece has in the hand. */
export const unpromoted = (kind: Kind): Kind => kind.replace("+", "");

/** The diagram after a move, shown until the server has confirmed it. */
export function preview(diagram: Diagram, usi: string): Diagram {
  const squares = [...diagram.squares];
  const hands = { black: { ...diagram.hands.black }, white: { ...diagram.hands.white } };
  const { from, drop, to, promotion } = parseUsi(usi);
  const mine = hands[diagram.turn];
  const piece = drop !== null ? { color: diagram.turn, kind: drop } : (squares[from ?? -1] ?? null);
  if (piece === null) return diagram;
  const taken = squares[to];
  if (taken && taken.color !== piece.color && taken.kind !== "K") {
    const kind = unpromoted(taken.kind) as HandKind;
    mine[kind] = (mine[kind] ?? 0) + 1;
  }
  if (drop !== null) mine[drop] = Math.max(0, (mine[drop] ?? 0) - 1);
  else if (from !== null) squares[from] = null;
  squares[to] = promotion ? { color: piece.color, kind: "+" + unpromoted(piece.kind) } : piece;
  return { squares, hands, turn: other(diagram.turn) };
}

export interface UsiMove {
  from: number | null;
  drop: HandKind | null;
  to: number;
  promotion: boolean;
}

export function parseUsi(usi: string): UsiMove {
  const to = squareNumber(usi.slice(2, 4));
  if (usi[1] === "*") return { from: null, drop: usi[0] as HandKind, to, promotion: false };
  return { from: squareNumber(usi.slice(0, 2)), drop: null, to, promotion: usi.endsWith("+") };
}

/** "7g" → 60. */
export const squareNumber = (name: string): number =>
  (name.charCodeAt(0) - 49) * 9 + (name.charCodeAt(1) - 97);

/** 60 → "7g". */
export const squareName = (square: number): string =>
  `${Math.floor(square / 9) + 1}${String.fromCharCode(97 + (square % 9))}`;

export const findKing = (diagram: Diagram, color: Color): number =>
  diagram.squares.findIndex((piece) => piece?.kind === "K" && piece.color === color);
