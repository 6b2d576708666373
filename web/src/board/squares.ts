// The numbers and names of squares.

/** The size of a board. */
export interface Size {
  files: number;
  ranks: number;
}

const NINE: Size = { files: 9, ranks: 9 };

/** The names of the squares of a move, from the first to the last. */
export const squaresOf = (usi: string): string[] => usi.slice(usi.indexOf("*") + 1).match(/\d+[a-z]+/g) ?? [];

/** "7g" → 60 on 9 ranks. */
export function squareNumber(name: string, { ranks }: Size = NINE): number {
  const file = Number.parseInt(name, 10);
  const letters = name.slice(String(file).length);
  return (file - 1) * ranks + rankNumber(letters) - 1;
}

/** 60 → "7g" on 9 ranks. */
export const squareName = (square: number, { ranks }: Size = NINE): string =>
  `${Math.floor(square / ranks) + 1}${rankLetters((square % ranks) + 1)}`;

/** The letters of a rank, from 1: a … z, aa, ab … */
export const rankLetters = (rank: number): string =>
  (rank > 26 ? String.fromCharCode(96 + Math.floor((rank - 1) / 26)) : "") +
  String.fromCharCode(97 + ((rank - 1) % 26));

const rankNumber = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 96, 0);
