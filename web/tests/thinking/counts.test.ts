import { expect, test } from "vitest";
import type { Iteration, SearchReport } from "../../src/api/types";
import {
  barWidth,
  depthRows,
  firstMoveShare,
  scoreText,
  settled,
  skippedMoves,
} from "../../src/thinking/counts";

const iteration = (depth: number, nodes: number, counts: Record<string, number>): Iteration => ({
  depth,
  selective_depth: depth,
  cp: 10,
  mate: null,
  ms: depth,
  nodes,
  counts,
  nodes_at_ply: [1, nodes - 1],
  branching: 2,
  solved: false,
  line: [],
});
const search = (iterations: Iteration[]): SearchReport => ({
  mode: "full-width",
  state: "done",
  iterations,
  nodes: 0,
  best: null,
  declares_win: false,
  line: [],
  tree: [],
});

test("every position is settled in one way", () => {
  const parts = settled([
    iteration(1, 40, { main_nodes: 10, leaves: 30, beta_cutoffs: 4 }),
    iteration(2, 60, { main_nodes: 60, stand_pat: 20, null_moves: 5 }),
  ]);
  expect(parts.reduce((sum, { count }) => sum + count, 0)).toBe(100);
  expect(parts.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
  expect(parts[0]).toEqual({ reason: "all_moves", count: 41, share: 0.41 });
});

test("skipped moves are sorted, and reasons without a move are left out", () => {
  expect(skippedMoves([iteration(1, 10, { futility: 1, exchange: 3 })])).toEqual([
    { reason: "exchange", count: 3, share: 0.75 },
    { reason: "futility", count: 1, share: 0.25 },
  ]);
});

test("the nodes to a depth include the iterations before", () => {
  const mate = { ...iteration(3, 0, {}), solved: true };
  const rows = depthRows({
    full_tree: [30, 900],
    searches: [
      search([iteration(1, 31, {}), iteration(2, 104, {}), iteration(3, 1000, {})]),
      search([iteration(1, 20, {}), mate]),
    ],
  });
  expect(rows).toEqual([
    { depth: 1, lines: 30, nodes: [31, 20] },
    { depth: 2, lines: 900, nodes: [135, null] },
    { depth: 3, lines: null, nodes: [1135, null] },
  ]);
});

test("bars are logarithmic", () => {
  expect(barWidth(0, 100)).toBe(0);
  expect(barWidth(10, 100)).toBeCloseTo(0.5);
  expect(barWidth(100, 100)).toBe(1);
});

test("scores and shares are written for people", () => {
  const mate = (n: number): string => `mate ${n}`;
  expect(scoreText({ cp: 54, mate: null }, mate)).toBe("+54");
  expect(scoreText({ cp: -7, mate: null }, mate)).toBe("−7");
  expect(scoreText({ cp: null, mate: 3 }, mate)).toBe("mate 3");
  expect(firstMoveShare(iteration(1, 1, {}))).toBeNull();
  expect(firstMoveShare(iteration(1, 1, { beta_cutoffs: 4, first_move_cutoffs: 3 }))).toBe(0.75);
});
