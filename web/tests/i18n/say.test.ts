import { afterEach, expect, test } from "vitest";
import { say } from "../../src/i18n";
import { settings } from "../../src/state/settings.svelte";

const ROOK = { japanese: "▲2八飛", western: "▲R-2h", hosking: "▲R28", usi: "▲2d2h" };
const BETTER = { en: "Better was {0}.", ja: "{0}なら互角でした。", moves: [ROOK] };

const usual = { language: settings.language, notation: settings.notation };
afterEach(() => void Object.assign(settings, usual));

test.each([
  ["en", "western", "Better was ▲R-2h."],
  ["en", "japanese", "Better was ▲2八飛."],
  ["ja", "hosking", "▲R28なら互角でした。"],
  ["ja", "usi", "▲2d2hなら互角でした。"],
] as const)(
  "a sentence in %s has its moves in the notation that was chosen: %s",
  (language, notation, text) => {
    Object.assign(settings, { language, notation });
    expect(say(BETTER)).toBe(text);
  },
);

test("a text without moves stays as it is", () => {
  expect(say({ en: "{0}", ja: "" })).toBe("{0}");
});
