// The page of the glossary, rendered for a phone (tests/browser.ts answers every media query with yes).
import { render } from "svelte/server";
import { expect, test } from "vitest";
import type { Term } from "../../src/api/types";
import Glossary from "../../src/library/Glossary.svelte";

const terms = ["Pawn", "Pin", "Rook", "Silver"].map((en): Term => ({
  id: en.toLowerCase(),
  topic: "rule",
  en,
  romaji: null,
  ja: en,
  about: { en: "", ja: "" },
  also: [],
  see: [],
  example: null,
}));
const page = (id: string | null): string => render(Glossary, { props: { terms, id, text: "" } }).body;
const listed = (html: string): string[] =>
  [...html.matchAll(/<b[^>]*>([^<]*)<\/b>/g)].map(([, name]) => name ?? "");

test("the first letter is shown, and a button for each letter that has entries", () => {
  expect(listed(page(null))).toEqual(["Pawn", "Pin"]);
  expect(
    [...page(null).matchAll(/aria-pressed="(\w+)"[^>]*>(\w)/g)].map(([, on, letter]) => [letter, on]),
  ).toEqual([
    ["P", "true"],
    ["R", "false"],
    ["S", "false"],
  ]);
});

test("with an open entry, its letter is shown", () => {
  expect(page("silver")).toMatch(/aria-current="page"[^>]*>Silver/);
  expect(page("silver")).toMatch(/aria-pressed="true"[^>]*>S</);
});
