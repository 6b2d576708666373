// A part of the position on the board as the text of a pattern: the format of `komadai db query --pattern`.

import type { Diagram, Piece } from "../board/sfen";

export interface PatternChoice {
  /** The squares whose content must be the same. */
  squares: ReadonlySet<number>;
  /** Whether both sides must have at least the pieces in hand that they have here. */
  hands: boolean;
  /** Or with left and right exchanged. */
  mirror: boolean;
  /** Or turned round, with the colours exchanged. */
  bothSides: boolean;
}

const letters = ({ kind, color }: Piece): string =>
  color === "black" ? kind.toUpperCase() : kind.toLowerCase();

const handText = (hand: Diagram["hands"]["black"]): string =>
  Object.entries(hand)
    .filter(([, count]) => (count ?? 0) > 0)
    .map(([kind, count]) => (count === 1 ? kind : `${kind}${count ?? 0}`))
    .join(" ");

/** The text; squares are numbered file by file, 0 is 1a. */
export function patternText(diagram: Diagram, choice: PatternChoice): string {
  const cell = (square: number): string => {
    if (!choice.squares.has(square)) return ".";
    const piece = diagram.squares[square];
    return piece == null ? "_" : letters(piece);
  };
  const lines = Array.from({ length: 9 }, (_, rank) =>
    Array.from({ length: 9 }, (_, column) => cell((8 - column) * 9 + rank)).join(" "),
  );
  if (choice.hands)
    for (const color of ["black", "white"] as const) {
      const text = handText(diagram.hands[color]);
      if (text !== "") lines.push(`${color} hand: ${text}`);
    }
  if (choice.mirror) lines.push("mirror: yes");
  if (choice.bothSides) lines.push("both sides: yes");
  return lines.join("\n");
}

/** The squares at most two away from a square, on the board. */
export const around = (square: number): number[] =>
  Array.from({ length: 81 }, (_, other) => other).filter(
    (other) =>
      Math.abs(Math.floor(other / 9) - Math.floor(square / 9)) <= 2 &&
      Math.abs((other % 9) - (square % 9)) <= 2,
  );
