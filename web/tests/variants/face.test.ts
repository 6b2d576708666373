import { expect, test } from "vitest";
import type { PieceKind, Place, Variant } from "../../src/api/types";
import { nearestFaces, placedCharacters } from "../../src/variants/face";
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
  drawn: false,
  glyphs: [
    { character: "獅", d: "M0 0" },
    { character: "N", d: "M1 1" },
  ],
  places: {
    one: lists,
    two: lists,
    letters: lists,
    centre: [[place(5)]],
    upper: [[place(-3)]],
    lower: [[place(9)]],
  },
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

test("a kanji with letters below it", () => {
  expect(shown("+N", "both").map(({ character, y }) => [character, y])).toEqual([
    ["獅", -3],
    ["N", 9],
  ]);
});

test("a picture has no text", () => {
  expect(shown("N", "pictures")).toEqual([]);
});

test("a game without a face of the chosen kind has the nearest", () => {
  const faces = (chosen: Parameters<typeof nearestFaces>[1], more: Partial<Variant> = {}) =>
    nearestFaces({ ...variant, ...more }, chosen);
  const drawn = { pieces: [kind("E", { picture: "M0 0z", moves: "M1 1z" })] };
  const marked = { pieces: [kind("E", { moves: "M1 1z" })] };
  expect(faces("pictures", drawn)).toBe("pictures");
  expect(faces("pictures", marked)).toBe("moves");
  expect(faces("pictures")).toBe("letters");
  expect(faces("moves")).toBe("letters");
  expect([faces("letters"), faces("two"), faces("both"), faces("one")]).toEqual([
    "letters",
    "two",
    "both",
    "one",
  ]);
});

test("dobutsu keeps its animals, unless its moves or its whole names are asked for", () => {
  const dobutsu = { ...variant, drawn: true, pieces: [kind("L", { picture: "M0 0z", moves: "M1 1z" })] };
  expect(nearestFaces(dobutsu, "one")).toBe("pictures");
  expect(nearestFaces(dobutsu, "both")).toBe("pictures");
  expect(nearestFaces(dobutsu, "moves")).toBe("moves");
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
