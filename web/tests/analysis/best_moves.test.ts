import { expect, test } from "vitest";
import { bestMoves, NO_MARKS } from "../../src/analysis/best_moves";
import type { AnalysisJob } from "../../src/api/types";

/** A job whose engines have these moves as their lines' first ones. */
const job = (...engines: string[][]): AnalysisJob =>
  ({
    engines: engines.map((moves) => ({ lines: moves.map((usi) => ({ moves: [{ usi }] })) })),
  }) as unknown as AnalysisJob;

test("an arrow shows the best move of each engine, not of its other lines", () => {
  expect(bestMoves(job(["7g7f", "2g2f"], ["8h2b+"]))).toEqual({
    squares: [],
    arrows: [
      { start: "7g", end: "7f" },
      { start: "8h", end: "2b" },
    ],
  });
});

test("engines that agree share one arrow", () => {
  expect(bestMoves(job(["7g7f"], ["7g7f"])).arrows).toHaveLength(1);
});

test("a drop marks its square", () => {
  expect(bestMoves(job(["P*5e"]))).toEqual({ squares: ["5e"], arrows: [] });
});

test("a threat is an arrow of another colour, a ring where a piece is dropped", () => {
  const lines = [
    { win: 0.3, moves: [{ usi: "2b8h+" }] },
    { win: 0.31, moves: [{ usi: "B*4f" }] },
    { win: 0.49, moves: [{ usi: "9c9d" }] }, // changes little
  ];
  const engines = [{ lines: [{ win: 0.5, moves: [] }] }];
  const threatened = { engines, threats: { error: null, lines } } as unknown as AnalysisJob;
  expect(bestMoves(threatened).arrows).toEqual([
    { start: "2b", end: "8h", threat: true },
    { start: "4f", end: "4f", threat: true },
  ]);
});

test("without a line nothing is marked", () => {
  expect(bestMoves(null)).toEqual(NO_MARKS);
  expect(bestMoves(job([]))).toEqual(NO_MARKS);
});
