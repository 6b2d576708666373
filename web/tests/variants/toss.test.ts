import { expect, test } from "vitest";
import { colorOf, toss } from "../../src/variants/toss";

test("two or three faces make the thrower Black, fewer make White", () => {
  expect(colorOf([true, true, true])).toBe("black");
  expect(colorOf([true, false, true])).toBe("black");
  expect(colorOf([false, true, false])).toBe("white");
  expect(colorOf([false, false, false])).toBe("white");
});

test("each pawn falls by its own number", () => {
  const numbers = [0.1, 0.9, 0.4];
  expect(toss(() => numbers.shift() ?? 0)).toEqual([true, false, true]);
});
