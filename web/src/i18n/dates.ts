// Dates as people write them: 28 Nov 2026, 2026年11月28日.

import { settings } from "../state/settings.svelte";

type Moment = number | string | Date;

const LOCALES = { en: "en-GB", ja: "ja-JP" } as const;

/** English has short names of months; Japanese dates in the short form are figures with slashes. */
const dateStyle = (): "medium" | "long" => (settings.language === "ja" ? "long" : "medium");

const written = (moment: Moment, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(LOCALES[settings.language], options).format(new Date(moment));

/** 28 Nov 2026, 2026年11月28日: the day of a moment (milliseconds or ISO 8601), where the reader is. */
export const dayText = (moment: Moment): string => written(moment, { dateStyle: dateStyle() });

/** 28 Nov, 11月28日: a day near today. */
export const shortDay = (moment: Moment): string => written(moment, { day: "numeric", month: "short" });

/** 28 Nov 2026, 14:05; 2026年11月28日 14:05. */
export const momentText = (moment: Moment): string =>
  written(moment, { dateStyle: dateStyle(), timeStyle: "short" });

/** 14:05. */
export const timeText = (moment: Moment): string => written(moment, { timeStyle: "short" });

/** Day and month for a leaf of a calendar: 28 and Nov; 28 and 11月. `utc`: the moment stands for a day everywhere. */
export function dayAndMonth(moment: Moment, utc: boolean): { day: string; month: string } {
  const zone = utc ? { timeZone: "UTC" } : {};
  const day = written(moment, { day: "numeric", ...zone }).replace("日", "");
  return { day, month: written(moment, { month: "short", ...zone }) };
}

/** A day of the calendar, "2026-11-28" or "2026/11/28", the same in every time zone; another text stays as it is. */
export function calendarDay(text: string): string {
  if (!/^\d{4}([-/])\d{2}\1\d{2}$/.test(text)) return text;
  const day = new Date(`${text.replaceAll("/", "-")}T00:00:00Z`);
  return Number.isNaN(day.getTime()) ? text : written(day, { dateStyle: dateStyle(), timeZone: "UTC" });
}
