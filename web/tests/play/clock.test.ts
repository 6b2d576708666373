import { describe, expect, test } from "vitest";
import type { ClockFace } from "../../src/api/types";
import { announcement, beepAt, figures, isUrgent, readClock, spent } from "../../src/play/clock";

const face = (over: Partial<ClockFace> = {}): ClockFace => ({
  phase: "main",
  remaining_ms: 5000,
  periods: 3,
  byoyomi_ms: 30_000,
  increment_ms: 0,
  ...over,
});

test("after the main time byoyomi runs, period by period down to zero", () => {
  expect(readClock(face(), 4999)).toEqual({ phase: "main", remaining: 1, periods: 3 });
  expect(readClock(face(), 5000)).toEqual({ phase: "byoyomi", remaining: 30_000, periods: 3 });
  expect(readClock(face(), 35_000)).toEqual({ phase: "byoyomi", remaining: 30_000, periods: 2 });
  expect(readClock(face(), 94_999)).toEqual({ phase: "byoyomi", remaining: 1, periods: 1 });
  expect(readClock(face(), 500_000)).toEqual({ phase: "byoyomi", remaining: 0, periods: 1 });
});

test("without byoyomi the clock ends with the main time", () => {
  const fischer = face({ byoyomi_ms: 0, periods: 0, increment_ms: 10_000 });
  expect(readClock(fischer, 9000)).toEqual({ phase: "main", remaining: 0, periods: 0 });
});

test("the display never shows 0:00 while time is left", () => {
  expect(figures(598_000)).toBe("9:58");
  expect(figures(1)).toBe("0:01");
  expect(figures(0)).toBe("0:00");
  expect(figures(3_723_000)).toBe("1:02:03");
});

test("time spent is rounded down to seconds, as in records", () => {
  expect(spent(4999)).toBe("0:04");
  expect(spent(0)).toBe("0:00");
});

test("the ring is shown in the last ten seconds of the phase that matters", () => {
  expect(isUrgent(face(), readClock(face(), 1000))).toBe(false); // byoyomi is still to come
  const byoyomi = face({ phase: "byoyomi", remaining_ms: 10_000, periods: 1 });
  expect(isUrgent(byoyomi, readClock(byoyomi, 0))).toBe(true);
  const sudden = face({ byoyomi_ms: 0, periods: 0 });
  expect(isUrgent(sudden, readClock(sudden, 0))).toBe(true);
});

describe("the timekeeper", () => {
  const byoyomi = face({ phase: "byoyomi", remaining_ms: 30_000, periods: 2 });
  const at = (ms: number) => readClock(byoyomi, ms);
  const announcements = (language: "en" | "ja"): string[] => {
    const words: string[] = [];
    for (let ms = 100; ms < 30_000; ms += 100) {
      const announced = announcement(byoyomi, at(ms - 100), at(ms), language);
      if (announced !== null && "seconds" in announced)
        words.push(`${announced.seconds}${announced.kind === "count" ? "" : " s " + announced.kind}`);
    }
    return words;
  };

  test("counts the seconds used in Japanese: 10秒, 20秒, 1 to 9", () => {
    expect(announcements("ja")).toEqual([
      "10 s used",
      "20 s used",
      "1",
      "2",
      "3",
      "4",
      "5",
      "6",
      "7",
      "8",
      "9",
    ]);
  });

  test("counts the seconds left in English", () => {
    expect(announcements("en").slice(0, 3)).toEqual(["20 s left", "10", "9"]);
    expect(announcements("en").at(-1)).toBe("1");
  });

  test("announces byoyomi and each period used up", () => {
    expect(announcement(face(), readClock(face(), 4900), readClock(face(), 5000), "ja")).toEqual({
      kind: "enter",
    });
    expect(announcement(byoyomi, at(29_900), at(30_000), "en")).toEqual({ kind: "periods", periods: 1 });
  });

  test("announces nothing during main time if byoyomi follows", () => {
    expect(announcement(face(), readClock(face(), 900), readClock(face(), 2000), "ja")).toBeNull();
  });
});

describe("the beeps of the last ten seconds", () => {
  test("are short until the sixth, and one long tone for the last five", () => {
    const lengths = Array.from({ length: 11 }, (_, n) => beepAt(11 - n));
    expect(lengths).toEqual([null, 0.12, 0.12, 0.12, 0.12, 0.12, 5, null, null, null, null]);
  });
});
