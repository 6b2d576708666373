import { expect, test } from "vitest";
import { level } from "../../../src/record/model/win_rate";

test("scores are from Black's point of view, and a mate is 1 or -1", () => {
  expect(level({ centipawns: 0, mate: null })).toBe(0);
  expect(level({ centipawns: 500, mate: null })).toBeGreaterThan(0.4);
  expect(level({ centipawns: -500, mate: null })).toBeLessThan(-0.4);
  expect(level({ centipawns: null, mate: 5 })).toBe(1);
  expect(level({ centipawns: null, mate: -4 })).toBe(-1);
});
