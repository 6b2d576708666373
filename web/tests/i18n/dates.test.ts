// Dates are written as people write them, in both languages.
import { afterEach, expect, test } from "vitest";
import { calendarDay, dayText, momentText, shortDay } from "../../src/i18n/dates";
import { settings } from "../../src/state/settings.svelte";

const language = settings.language;
afterEach(() => void (settings.language = language));

/** In the reader's time zone. */
const NOON = new Date(2026, 10, 28, 14, 5);

test("an English date has the day before the month and no ordinal", () => {
  settings.language = "en";
  expect(dayText(NOON)).toBe("28 Nov 2026");
  expect(dayText(NOON.getTime())).toBe("28 Nov 2026");
  expect(dayText(NOON.toISOString())).toBe("28 Nov 2026");
  expect(shortDay(NOON)).toBe("28 Nov");
  expect(momentText(NOON)).toBe("28 Nov 2026, 14:05");
});

test("a Japanese date has 年, 月 and 日", () => {
  settings.language = "ja";
  expect(dayText(NOON)).toBe("2026年11月28日");
  expect(shortDay(NOON)).toBe("11月28日");
  expect(momentText(NOON)).toBe("2026年11月28日 14:05");
});

test("a day of the calendar is the same in every time zone", () => {
  settings.language = "en";
  expect(calendarDay("2026-11-28")).toBe("28 Nov 2026");
  expect(calendarDay("2026/11/28")).toBe("28 Nov 2026");
  settings.language = "ja";
  expect(calendarDay("2026-11-28")).toBe("2026年11月28日");
});

test("a date that is no date of the calendar stays as it was written", () => {
  expect(calendarDay("spring 2026")).toBe("spring 2026");
  expect(calendarDay("2026-11")).toBe("2026-11");
  expect(calendarDay("2026-13-40")).toBe("2026-13-40");
});

/** Dates are formatted in one place. A weekday alone and numbers are no dates. */
test("no other file formats a date", () => {
  const files = import.meta.glob<string>("../../src/**/*.{ts,svelte}", {
    eager: true,
    query: "?raw",
    import: "default",
  });
  const others = Object.entries(files)
    .filter(([, text]) => /dateStyle|toLocaleDateString|month: "/.test(text))
    .map(([file]) => file.slice("../../src/".length));
  expect(others).toEqual(["i18n/dates.ts"]);
});
