import { expect, test } from "vitest";
import { resignWords, spokenWord } from "../../src/play/resign_words";
import { resultWords } from "../../src/play/result_texts";

test("in English the words of resignation are readable and say what they mean", () => {
  expect(resignWords.tables.en.map(({ spoken }) => spoken)).toEqual([
    "Makemashita – I have lost",
    "Arimasen – there is nothing left to play",
  ]);
  expect(resultWords.tables.en.thanks).toMatch(/^[ -~–]+$/);
  expect(spokenWord("arimasen")).toContain("nothing left");
});
