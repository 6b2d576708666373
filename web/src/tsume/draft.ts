// A position being set up: the defender's hand holds the remaining pieces of the set.

import {
  HAND_KINDS,
  parseSfen,
  unpromoted,
  type Diagram,
  type Hand,
  type HandKind,
  type Piece,
} from "../board/sfen";

export const SET: Record<HandKind, number> = { R: 2, B: 2, G: 4, S: 4, N: 4, L: 4, P: 18 };

export interface Draft {
  squares: readonly (Piece | null)[];
  /** The attacker's (Black's). */
  hand: Hand;
}

export const EMPTY: Draft = { squares: new Array<Piece | null>(81).fill(null), hand: {} };

/** Only the defender's king, on its starting square. */
export const BARE: Draft = {
  squares: EMPTY.squares.map((_, square) => (square === 36 ? { color: "white", kind: "K" } : null)),
  hand: {},
};

/** Throws a RangeError if the text is not an SFEN. */
export function fromSfen(sfen: string): Draft {
  const { squares, hands } = parseSfen(sfen);
  return { squares, hand: hands.black };
}

/** The pieces of the set not placed yet; negative if there are more than the set has. */
export function rest({ squares, hand }: Draft): Record<HandKind, number> {
  const left = { ...SET };
  for (const piece of squares) {
    const kind = unpromoted(piece?.kind ?? "K");
    if (kind !== "K") left[kind as HandKind] -= 1;
  }
  for (const kind of HAND_KINDS) left[kind] -= hand[kind] ?? 0;
  return left;
}

/** The kinds with more pieces than the set has. */
export const excess = (draft: Draft): HandKind[] => {
  const left = rest(draft);
  return HAND_KINDS.filter((kind) => left[kind] < 0);
};

export const hasKing = ({ squares }: Draft): boolean =>
  squares.some((piece) => piece?.kind === "K" && piece.color === "white");

/** Places the piece; the same piece again, or null, empties the square. A king leaves its old square. */
export function put(draft: Draft, square: number, piece: Piece | null): Draft {
  const there = draft.squares[square] ?? null;
  const same = there !== null && piece !== null && there.kind === piece.kind && there.color === piece.color;
  const squares = draft.squares.map((old, at) => {
    if (at === square) return same ? null : piece;
    return piece?.kind === "K" && old?.kind === "K" && old.color === piece.color ? null : old;
  });
  return { ...draft, squares };
}

/** Promotes or unpromotes the piece on the square, if its kind can. */
export function turn(draft: Draft, square: number): Draft {
  const piece = draft.squares[square];
  if (!piece || piece.kind === "K" || piece.kind === "G") return draft;
  const kind = piece.kind.startsWith("+") ? piece.kind.slice(1) : `+${piece.kind}`;
  return { ...draft, squares: draft.squares.map((old, at) => (at === square ? { ...piece, kind } : old)) };
}

/** Adds `by` pieces to the attacker's hand, within the limits of the set. */
export function hold(draft: Draft, kind: HandKind, by: number): Draft {
  const now = draft.hand[kind] ?? 0;
  const max = Math.max(now, now + rest(draft)[kind]);
  return { ...draft, hand: { ...draft.hand, [kind]: Math.min(max, Math.max(0, now + by)) } };
}

/** The draft as a diagram for the board. */
export function diagram(draft: Draft): Diagram {
  const left = rest(draft);
  const white = Object.fromEntries(HAND_KINDS.map((kind) => [kind, Math.max(0, left[kind])])) as Hand;
  return { squares: [...draft.squares], hands: { black: draft.hand, white }, turn: "black" };
}

export function toSfen(draft: Draft): string {
  const ranks: string[] = [];
  for (let rank = 0; rank < 9; rank += 1) {
    let row = "";
    let gap = 0;
    for (let file = 8; file >= 0; file -= 1) {
      const piece = draft.squares[file * 9 + rank] ?? null;
      if (piece === null) {
        gap += 1;
        continue;
      }
      row += (gap > 0 ? String(gap) : "") + (piece.color === "black" ? piece.kind : piece.kind.toLowerCase());
      gap = 0;
    }
    ranks.push(row + (gap > 0 ? String(gap) : ""));
  }
  const { hands } = diagram(draft);
  const held = (hand: Hand, lower: boolean): string =>
    HAND_KINDS.filter((kind) => (hand[kind] ?? 0) > 0)
      .map((kind) => `${(hand[kind] ?? 0) > 1 ? String(hand[kind]) : ""}${lower ? kind.toLowerCase() : kind}`)
      .join("");
  return `${ranks.join("/")} b ${held(hands.black, false) + held(hands.white, true) || "-"} 1`;
}
