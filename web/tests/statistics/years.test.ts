import { expect, test } from "vitest";
import { yearsOf } from "../../src/statistics/years";

const year = (label: string, games: number) => ({
  year: label,
  results: { games, black: games, white: 0, draws: 0 },
});

test("years without games between others keep their place", () => {
  const { plotted, undated } = yearsOf([year("1998", 2), year("2001", 1)], 3);
  expect(plotted.map((each) => [each.year, each.results.games])).toEqual([
    ["1998", 2],
    ["1999", 0],
    ["2000", 0],
    ["2001", 1],
  ]);
  expect(undated).toBe(0);
});

test("nothing is plotted if fewer than a tenth of the games have a date", () => {
  expect(yearsOf([year("1756", 1), year("1973", 1)], 6592)).toEqual({ plotted: [], undated: 6590 });
  expect(yearsOf([year("2001", 1)], 10).plotted).toHaveLength(1);
  expect(yearsOf([], 5)).toEqual({ plotted: [], undated: 5 });
});
