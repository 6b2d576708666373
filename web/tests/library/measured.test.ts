import { expect, test } from "vitest";
import type { GamesMeasured } from "../../src/api/types";
import { measuredFigure } from "../../src/library/measured";
import { readingWords } from "../../src/library/texts";

const games: GamesMeasured = {
  key: "people",
  games: 1000,
  positions: 100_000,
  branching: 73.64,
  plies: 103.94,
  longest: 228,
  decided: 990,
  draws: 10,
  first_moves: [{ usi: "7g7f", games: 700, black_wins: 371 }],
  by_ply: [],
};
const figure = (id: string): string => measuredFigure(id, games, readingWords.tables.en, String);

test("a measured figure says how many games it is from", () => {
  expect(figure("branching")).toBe("73.6");
  expect(figure("draws")).toBe("1.0 % (10 of 1000)");
  expect(figure("first_7g7f")).toBe("53.0 % of 700 games");
});

test("what was not measured is a dash", () => {
  expect(figure("first_2g2f")).toBe("–");
  expect(figure("tree")).toBe("–");
});
