import { expect, test } from "vitest";
import { labelled } from "../../src/statistics/plot_labels";

const shown = (count: number, every: number): number[] =>
  Array.from({ length: count }, (_, index) => index).filter((index) => labelled(index, count, every));

test("few bars all have a label", () => {
  expect(shown(4, 1)).toEqual([0, 1, 2, 3]);
});

test("of many bars the first and the last have one, and none touches the next", () => {
  expect(shown(10, 3)).toEqual([0, 3, 6, 9]);
  expect(shown(11, 3)).toEqual([0, 3, 6, 10]);
  expect(shown(12, 2)).toEqual([0, 2, 4, 6, 8, 11]);
});
