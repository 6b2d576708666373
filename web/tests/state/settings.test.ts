import { beforeEach, describe, expect, test, vi } from "vitest";

type Module = typeof import("../../src/state/settings.svelte");

/** Reads the settings anew, in a browser with this language that has stored these. */
async function open(stored: Record<string, unknown> | null = null, language = "en"): Promise<Module> {
  vi.resetModules();
  vi.stubGlobal("navigator", { language });
  vi.stubGlobal("localStorage", {
    getItem: () => (stored === null ? null : JSON.stringify(stored)),
    setItem: () => undefined,
  });
  return import("../../src/state/settings.svelte");
}

/** All settings as a browser stored them before the faces of all pieces were one choice. */
const OLD = {
  language: "en",
  theme: "auto",
  faces: "western",
  variantFaces: "two",
  promotedFaces: "gold",
  dragon: "竜",
  notation: "japanese",
  coordinates: "kanji",
  sound: true,
  counting: "off",
  premoves: true,
  moveWith: "both",
  confirmMoves: false,
  zen: false,
  dragToResign: false,
  resignWord: "makemashita",
  beeps: false,
  notices: false,
  setup: "ohashi",
  animations: true,
  coach: false,
  tsumeInHead: false,
};

let module: Module;
beforeEach(async () => {
  module = await open();
});

test("names that objects inherit are not taken for settings", () => {
  const before = JSON.stringify({ ...module.settings, writing: "chosen" });
  const hostile = JSON.parse(
    '{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}, "toString": "x", "writing": "chosen"}',
  ) as Record<string, unknown>;
  module.applySettings(hostile);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  expect(JSON.stringify(module.settings)).toBe(before);
  expect(Object.hasOwn(module.settings, "toString")).toBe(false);
});

test("settings of the account are taken over, values that are unknown here are not", () => {
  module.applySettings({ theme: "dark", notation: "klingon" });
  expect(module.settings.theme).toBe("dark");
  expect(module.settings.notation).not.toBe("klingon");
});

describe("a browser without stored settings", () => {
  test("in English: kanji and letter, Western notation, ranks a to i", () => {
    expect(module.chosenPieces()).toBe("both");
    expect(module.settings).toMatchObject({ notation: "western", coordinates: "letters", writing: "usual" });
  });

  test("in Japanese: kanji, Japanese notation", async () => {
    const japanese = await open(null, "ja-JP");
    expect(japanese.chosenPieces()).toBe("kanji");
    expect(japanese.settings).toMatchObject({ notation: "japanese", coordinates: "kanji" });
  });
});

describe("settings stored by an older version", () => {
  test("keep their meaning, each kind of faces for itself", async () => {
    const older = await open(OLD);
    expect(older.settings).toEqual({ ...OLD, writing: "chosen" });
    expect(older.chosenPieces()).toBeNull();
  });

  test.each([
    ["kaisei", "one", "kanji"],
    ["yuji", "one", "brush"],
    ["two", "two", "two"],
    ["western", "letters", "symbols"],
    ["moves", "moves", "moves"],
    ["bilingual", "one", null],
    ["moves", "one", null],
  ])("%s with variants in %s are %s", async (faces, variantFaces, pieces) => {
    const older = await open({ ...OLD, faces, variantFaces });
    expect(older.settings).toMatchObject({ faces, variantFaces });
    expect(older.chosenPieces()).toBe(pieces);
  });

  test("what they leave out is what it was", async () => {
    const older = await open({ theme: "dark" });
    expect(older.settings).toMatchObject({ faces: "kaisei", variantFaces: "one", notation: "japanese" });
  });

  test("those of an account keep their meaning, too", () => {
    module.applySettings(OLD);
    expect(module.settings).toEqual({ ...OLD, writing: "chosen" });
  });
});

test("a choice of pieces is one of all boards", () => {
  module.choosePieces("pictures");
  expect(module.settings).toMatchObject({ faces: "animals", variantFaces: "pictures", writing: "chosen" });
  expect(module.chosenPieces()).toBe("pictures");
});
