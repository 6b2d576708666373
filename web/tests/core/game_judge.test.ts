// The cases are those that a test in Python writes, with what the library says (test_review_on_the_device.py).
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Move, Review } from "../../src/api/types";
import { GameJudge, type Evaluation, type Question, type ReviewTable } from "../../src/core/game_judge";

interface Case {
  handicap: boolean;
  moves: Move[];
  evaluations: Record<string, Evaluation>;
  review: Review;
}

const file = process.env["KOMADAI_REVIEW_CASES"];
const { table, cases } = (
  file === undefined ? { table: {}, cases: [] } : JSON.parse(readFileSync(file, "utf8"))
) as { table: ReviewTable; cases: Case[] };

/** Both round to the same digits, but not always the same way in between. */
const near = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, each: unknown) =>
    typeof each === "number" && !Number.isInteger(each) ? expect.closeTo(each, 3) : each,
  );

test.skipIf(file !== undefined)("the cases come from a test in Python", () => {
  expect(cases).toEqual([]);
});

test.each(cases.map((each, index) => [index, each] as const))(
  "game %i is reviewed as by the library",
  (_, { handicap, moves, evaluations, review }) => {
    const judge = new GameJudge(table, moves, handicap);
    const learn = (questions: readonly Question[]): void => {
      for (const question of questions)
        judge.learn(question, evaluations[`${question.kind} ${question.ply}`]!);
    };
    learn([...moves, null].map((_, ply) => ({ kind: "position", ply })));
    learn(judge.comparisons());
    expect(judge.done).toBe(Object.keys(evaluations).length);
    expect(judge.review(review.nodes, true)).toEqual(near(review));
  },
);
