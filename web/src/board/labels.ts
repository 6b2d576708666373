// Numbers as the board writes them, and how they fit beside it.

import type { Layout } from "./geometry";

const DIGITS = "〇一二三四五六七八九";

/** 1 → 一, 12 → 十二, 36 → 三十六. */
export function kanjiNumber(number: number): string {
  const tens = Math.floor(number / 10);
  const ones = number % 10;
  const ten = tens === 0 ? "" : (tens > 1 ? DIGITS.charAt(tens) : "") + "十";
  return ten + (ones > 0 ? DIGITS.charAt(ones) : "");
}

/** The size of the labels' font, in units of the picture. */
export const labelSize = ({ shape, spec }: Layout): number =>
  spec.files > 12 ? 22 : shape === "strips" || shape === "rows" ? 19 : 15;

/** What a label leaves free on both sides together: the line around the squares and the edge of the wood. */
const CLEAR = 4;

/** The width of a text as it is set: a kanji is one em wide; of letters the widest, w and m, are less than one. */
const natural = (text: string, size: number): number =>
  [...text].reduce((sum, sign) => sum + (sign > "z" ? 1 : 0.85) * size, 0);

/** The width to which a label of a rank is narrowed, so that it stays on the wood; undefined if it fits. */
export function rankLabelWidth(text: string, table: Layout): number | undefined {
  const { board, grid } = table;
  const room = board.x + board.width - (grid.x + grid.width) - CLEAR;
  return natural(text, labelSize(table)) > room ? room : undefined;
}
