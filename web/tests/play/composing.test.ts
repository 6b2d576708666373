import { expect, test } from "vitest";
import { confirmsComposition } from "../../src/play/composing";

test.each([
  ["Enter that sends a line", "Enter", false, 13, false],
  ["Enter that confirms kanji", "Enter", true, 229, true],
  ["the same in Safari, where the composition has just ended", "Enter", false, 229, true],
  ["a letter while composing", "a", true, 229, false],
])("%s", (_, key, isComposing, keyCode, confirms) => {
  expect(confirmsComposition({ key, isComposing, keyCode })).toBe(confirms);
});
