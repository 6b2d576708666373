// Ratings and repetition are those of the server: the cases are written by tools/progress_cases.py.

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { rated, type Rating } from "../../src/offline/glicko";
import { Schedule, type Card, type Weights } from "../../src/offline/repetition";

interface Cases {
  weights: Weights;
  ratings: { player: Rating; problem: Rating; points: number; days: number; after: Rating }[];
  repetitions: { now_ms: number; right: boolean; card: Card }[][];
}

const cases = JSON.parse(readFileSync(new URL("progress_cases.json", import.meta.url), "utf8")) as Cases;

describe("the server's cases", () => {
  it("give the same ratings", () => {
    expect(cases.ratings.length).toBeGreaterThanOrEqual(250);
    for (const { player, problem, points, days, after } of cases.ratings) {
      const found = rated(player, problem, points, days);
      for (const key of ["rating", "deviation", "volatility"] as const)
        expect(found[key]).toBeCloseTo(after[key], 6);
    }
  });

  it("are due at the same time", () => {
    const schedule = new Schedule(cases.weights);
    expect(cases.repetitions.flat().length).toBeGreaterThanOrEqual(250);
    for (const answers of cases.repetitions) {
      let before: Card | null = null;
      for (const { now_ms, right, card } of answers) {
        before = schedule.reviewed(before, right, now_ms);
        expect({ due_ms: before.due_ms, state: before.state }).toEqual({
          due_ms: card.due_ms,
          state: card.state,
        });
        expect(before.stability).toBeCloseTo(card.stability, 6);
        expect(before.difficulty).toBeCloseTo(card.difficulty, 6);
      }
    }
  });
});
