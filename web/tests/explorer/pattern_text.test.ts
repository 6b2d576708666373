import { expect, test } from "vitest";
import { parseSfen } from "../../src/board/sfen";
import { squareNumber } from "../../src/board/squares";
import { STANDARD } from "../../src/board/spec";
import { around, patternText } from "../../src/explorer/pattern_text";

const at = (...names: string[]): Set<number> => new Set(names.map((name) => squareNumber(name, STANDARD)));
const none = { hands: false, mirror: false, bothSides: false };

test("the chosen squares are part of the pattern, the others are anything", () => {
  const diagram = parseSfen("4k4/9/9/9/9/9/4+P4/9/4K3l b - 1");
  const lines = patternText(diagram, { ...none, squares: at("5g", "5i", "1i", "9a") }).split("\n");
  expect(lines[0]).toBe("_ . . . . . . . .");
  expect(lines[6]).toBe(". . . . +P . . . .");
  expect(lines[8]).toBe(". . . . K . . . l");
  expect(lines).toHaveLength(9);
});

test("hands, mirrored and turned forms are lines below the board", () => {
  const diagram = parseSfen("4k4/9/9/9/9/9/9/9/4K4 b 2Pgr 1");
  const text = patternText(diagram, { squares: at("5i"), hands: true, mirror: true, bothSides: true });
  expect(text.split("\n").slice(9)).toEqual([
    "black hand: P2",
    "white hand: G R",
    "mirror: yes",
    "both sides: yes",
  ]);
});

test("around a square in the corner are eight others", () => {
  expect(around(squareNumber("1i", STANDARD))).toHaveLength(9);
});
