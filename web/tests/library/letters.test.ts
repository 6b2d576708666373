// On a phone the glossary is one letter at a time; each entry stands under one letter.
import { expect, test } from "vitest";
import type { Term } from "../../src/api/types";
import { byLetter, letterOf } from "../../src/library/letters";

const term = (en: string, romaji: string | null, ja: string): Term => ({
  id: en,
  topic: "rule",
  en,
  romaji,
  ja,
  about: { en: "", ja: "" },
  also: [],
  see: [],
  example: null,
});
const joseki = term("Joseki", "jōseki", "定跡");
const ote = term("Ōte", "ōte", "王手");
const check = term("Check", "chekku", "チェック");
const same = term("“Same square”", "dō", "同");
const points = term("24-point rule", "nijūyontenhō", "24点法");
const floodgate = term("Floodgate", null, "Floodgate");
const pawn = term("Pawn", "fu", "歩");
const all = [pawn, points, ote, same, joseki, floodgate, check];

test("an English name stands under its first letter, without signs of length and quotation marks", () => {
  expect([joseki, ote, same, pawn].map((each) => letterOf(each, "en"))).toEqual(["J", "O", "S", "P"]);
});

test("a Japanese name stands in the row of kana of its reading", () => {
  expect([joseki, ote, check, same, points, pawn].map((each) => letterOf(each, "ja"))).toEqual([
    ..."さあたたなは",
  ]);
});

test("names that begin with a figure, or have no reading, come last", () => {
  expect([...byLetter(all, "en").keys()]).toEqual(["C", "F", "J", "O", "P", "S", "0–9"]);
  expect([...byLetter(all, "ja").keys()]).toEqual([..."あさたなは他"]);
});

test.each(["en", "ja"] as const)("every entry stands under one letter (%s)", (language) => {
  const listed = [...byLetter(all, language).values()].flat();
  expect(listed.map(({ id }) => id).sort()).toEqual(all.map(({ id }) => id).sort());
});
