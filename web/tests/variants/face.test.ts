import { expect, test } from "vitest";
import type { PieceKind, Place, Variant } from "../../src/api/types";
import { placedCharacters } from "../../src/variants/face";
import { variantSpec } from "../../src/variants/variant_spec";

const place = (y: number): Place => ({ x: 0, y, across: 1, down: 1 });
const lists = [[place(0)], [place(-1), place(1)], [place(-2), place(0), place(2)]];

const kind = (id: string, more: Partial<PieceKind> = {}): PieceKind => ({
  id,
  name: { en: id, ja: id },
  romaji: "",
  kanji: "獅子",
  face: "獅",
  betza: "",
  promotes_to: null,
  in_hand: null,
  royal: false,
  value: null,
  count: 1,
  marks: [],
  moves: "",
  picture: "",
  note: { en: "", ja: "" },
  ...more,
});

const variant: Variant = {
  name: "test",
  names: { en: "Test", ja: "試", romaji: "" },
  files: 12,
  ranks: 12,
  zone: 4,
  drops: true,
  hand: ["N", "P"],
  sfen: "",
  solvable: false,
  printable: true,
  hints: false,
  statistics: null,
  summary: { en: "", ja: "" },
  history: { en: "", ja: "" },
  rules: [],
  pieces: [
    kind("N", { promotes_to: "+N", in_hand: "N" }),
    kind("+N", { in_hand: "N" }),
    kind("K", { royal: true }),
  ],
  options: [],
  conflicts: [],
  sources: [],
  glyphs: [
    { character: "獅", d: "M0 0" },
    { character: "N", d: "M1 1" },
  ],
  places: { one: lists, two: lists, letters: lists, centre: [[place(5)]] },
};

const shown = (id: string, style: Parameters<typeof placedCharacters>[2]) =>
  placedCharacters(variant, variantSpec(variant).kinds.get(id) ?? kind(id), style);

test("one kanji, the whole name, the letters without the plus", () => {
  expect(shown("N", "one")).toEqual([{ ...place(0), character: "獅", d: "M0 0" }]);
  expect(shown("N", "two").map(({ character, y }) => [character, y])).toEqual([
    ["獅", -1],
    ["子", 1],
  ]);
  expect(shown("+N", "letters").map(({ character }) => character)).toEqual(["N"]);
});

test("a picture replaces the one kanji only", () => {
  const animal = kind("E", { picture: "M0 0z" });
  expect(placedCharacters(variant, animal, "one")).toEqual([]);
  expect(placedCharacters(variant, animal, "two")).toHaveLength(2);
});

test("a character without an outline is left to the reader's font", () => {
  expect(shown("N", "two")[1]?.d).toBeUndefined();
});

test("with the moves drawn on the piece, its kanji stands small in the middle", () => {
  expect(shown("N", "moves")).toMatchObject([{ character: "獅", y: 5 }]);
});

test("the board learns of a variant its size, its hands and its pieces", () => {
  const spec = variantSpec(variant);
  expect([spec.files, spec.ranks, spec.zone]).toEqual([12, 12, 4]);
  expect(spec.promoted("N")).toBe("+N");
  expect(spec.promoted("K")).toBeNull();
  expect(spec.inHand("+N")).toBe("N");
  expect(spec.inHand("K")).toBeNull();
  expect(spec.isRoyal("K")).toBe(true);
  expect(spec.name("unknown")).toEqual({ en: "unknown", ja: "unknown" });
});
