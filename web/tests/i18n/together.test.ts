import { describe, expect, test } from "vitest";
import { together } from "../../src/i18n/together";
import { clockWords } from "../../src/lobby/describe";
import { clockWords as shortWords } from "../../src/play/clock_words";
import { settings } from "../../src/state/settings.svelte";

describe("a number stays on one line with its unit of time", () => {
  test.each([
    ["10 min, then 30 s a move", "10\u00a0min, then 30\u00a0s a move"],
    ["3 × 30 s", "3 × 30\u00a0s"],
    ["1 day a move", "1\u00a0day a move"],
    ["10分＋秒読み30秒×3回", "10\u2060分＋秒読み30\u2060秒×3回"],
    ["no clock", "no clock"],
    ["8 dans", "8 dans"],
  ])("%s", (text, held) => expect(together(text)).toBe(held));
});

test("so it is in the clocks of the lobby and of a game", () => {
  const clock = { main_ms: 600_000, byoyomi_ms: 30_000, periods: 1, increment_ms: 0 };
  const all = (["en", "ja"] as const).flatMap((language) => {
    settings.language = language;
    return [clockWords(clock), shortWords(clock, 0), shortWords(null, 3)];
  });
  settings.language = "en";
  expect(all.filter((text) => /\d[ 分秒日]/.test(text))).toEqual([]);
});
