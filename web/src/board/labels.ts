// Numbers as the board writes them.

const DIGITS = "〇一二三四五六七八九";

/** 1 → 一, 12 → 十二, 36 → 三十六. */
export function kanjiNumber(number: number): string {
  const tens = Math.floor(number / 10);
  const ones = number % 10;
  const ten = tens === 0 ? "" : (tens > 1 ? DIGITS.charAt(tens) : "") + "十";
  return ten + (ones > 0 ? DIGITS.charAt(ones) : "");
}
