import { expect, test } from "vitest";
import { tsumeWords } from "../../src/tsume/texts";
import { strength } from "../../src/tsume/strength";

test("a problem is called easy or hard by its rating", () => {
  expect([470, 799, 800, 902, 1100, 1400, 1700, 2500].map(strength)).toEqual([0, 0, 1, 1, 2, 3, 4, 4]);
  expect(tsumeWords().strengths[strength(902)]).toBe("easy");
});

test("what a shown solution costs is said", () => {
  expect(tsumeWords().solutionCosts(true)).toContain("lowers your rating");
  expect(tsumeWords().solutionCosts(false)).not.toContain("rating");
});
