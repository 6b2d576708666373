import { expect, test } from "vitest";
import { colorOfTosser, countPawns } from "../../src/play/furigoma";

test("a pawn on its side counts for neither player", () => {
  expect(countPawns([true, false, null, true, false])).toEqual({ faces: 2, tokins: 2, onSide: 1 });
  expect(countPawns([true, true, true, false, true])).toEqual({ faces: 4, tokins: 1, onSide: 0 });
});

test("the last throw says which colour the tosser gets", () => {
  const tie = [true, true, false, false, null];
  expect(colorOfTosser([tie, [true, true, true, false, false]])).toBe("black");
  expect(colorOfTosser([[false, false, true, false, false]])).toBe("white");
  expect(colorOfTosser([])).toBe(null);
});
