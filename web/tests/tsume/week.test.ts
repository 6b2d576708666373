import { expect, test } from "vitest";
import { lastWeek } from "../../src/tsume/week";

const NOON = new Date(2026, 10, 27, 12);
const solved = (hours: number[]): boolean[] => lastWeek(hours, NOON).map((day) => day.solved);

test("the week ends today", () => {
  const days = lastWeek([], NOON);
  expect(days.map(({ date }) => date.getDate())).toEqual([21, 22, 23, 24, 25, 26, 27]);
  expect(days.some((day) => day.solved)).toBe(false);
});

test("hours of one day are one day, and midnight divides days", () => {
  expect(solved([0, 3, 11])).toEqual([false, false, false, false, false, false, true]);
  expect(solved([13, 36])).toEqual([false, false, false, false, false, true, false]);
});
