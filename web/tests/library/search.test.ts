import { expect, test } from "vitest";
import type { Term } from "../../src/api/types";
import { findTerms, plain } from "../../src/library/search";

const term = (id: string, romaji: string, ja: string, en: string, about = ""): Term => ({
  id,
  topic: "rule",
  en,
  romaji,
  ja,
  about: { en: about, ja: about },
  also: [],
  see: [],
  example: null,
});
const terms = [
  term("joseki", "jōseki", "定跡", "Joseki"),
  term("tsumi", "tsumi", "詰み", "Checkmate"),
  term("tsumero", "tsumero", "詰めろ", "Threat of mate"),
  term("nifu", "nifu", "二歩", "Two pawns", "A joseki is something else"),
];
const found = (text: string): string[] => findTerms(terms, text, null).map(({ id }) => id);

test("long vowels, hyphens and case do not matter", () => {
  expect(plain("Jō-seki")).toBe("joseki");
  expect(found("JOUSEKI")).toEqual(["joseki"]);
});

test("names come before definitions", () => {
  expect(found("joseki")).toEqual(["joseki", "nifu"]);
});

test("Japanese is found by any part of it", () => {
  expect(found("詰")).toEqual(["tsumi", "tsumero"]);
});

test("without a text all entries of the subject are there", () => {
  expect(findTerms(terms, " ", "rule")).toHaveLength(4);
  expect(findTerms(terms, "", "tsume")).toHaveLength(0);
});
