import { expect, test } from "vitest";
import { WIN_RATE_SCALE } from "../../src/api/types";
import { winRateDifference } from "../../src/tree/win_rate";

const ofCentipawns = (centipawns: number): number => winRateDifference({ centipawns, mate: null });

test("scores are from Black's point of view, and a mate is 1 or -1", () => {
  expect(ofCentipawns(0)).toBe(0);
  expect(ofCentipawns(500)).toBeGreaterThan(0.3);
  expect(ofCentipawns(-500)).toBeLessThan(-0.3);
  expect(winRateDifference({ centipawns: null, mate: 5 })).toBe(1);
  expect(winRateDifference({ centipawns: null, mate: -4 })).toBe(-1);
});

test("the win rate is logistic with the scale of the Python package", () => {
  // The example of komadai.score: 600 centipawns are a win rate of 0.73.
  expect((1 + ofCentipawns(600)) / 2).toBeCloseTo(0.731, 3);
  for (const cp of [-2500, -300, 40, 1200])
    expect((1 + ofCentipawns(cp)) / 2).toBeCloseTo(1 / (1 + Math.exp(-cp / WIN_RATE_SCALE)), 12);
});
