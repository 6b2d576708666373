import { expect, test } from "vitest";
import type { MoveClass, Review, ReviewedMove } from "../../src/api/types";
import { countClass, curve, mistakes } from "../../src/review/mistakes";

const move = (ply: number, move_class: MoveClass): ReviewedMove => ({
  ply,
  usi: "7g7f",
  side: ply % 2 === 1 ? "black" : "white",
  move: { japanese: "", western: "", hosking: "", usi: "7g7f" },
  cp: 0,
  mate: null,
  win: 0.5,
  best: null,
  loss: 0,
  move_class,
  text: { en: "", ja: "", moves: [] },
});
const review: Review = {
  engine: "",
  nodes: 1,
  black_accuracy: null,
  white_accuracy: null,
  start_win: 0.5,
  complete: true,
  moves: [move(1, "best"), move(2, "blunder"), move(3, "inaccuracy"), move(4, "missed_mate")],
  milestones: [],
  black_style: null,
  white_style: null,
};

test("mistakes are those of one side or of both, in order of play", () => {
  expect(mistakes(review, "both").map(({ ply }) => ply)).toEqual([2, 3, 4]);
  expect(mistakes(review, "black").map(({ ply }) => ply)).toEqual([3]);
});

test("moves of a class are counted for one side", () => {
  expect(countClass(review, "white", "blunder")).toBe(1);
  expect(countClass(review, "black", "blunder")).toBe(0);
});

test("the curve leaves out positions without a win rate", () => {
  expect(curve([0.5, null, 0.7])).toEqual([
    { ply: 0, win: 0.5 },
    { ply: 2, win: 0.7 },
  ]);
});
