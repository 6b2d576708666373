// When something is due, in words.

import { settings } from "../state/settings.svelte";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const EN = {
  minutes: (n: number): string => (n <= 1 ? "in a minute" : `in ${n} minutes`),
  hours: (n: number): string => (n === 1 ? "in an hour" : `in ${n} hours`),
  days: (n: number): string => (n === 1 ? "tomorrow" : `in ${n} days`),
};
const JA: typeof EN = {
  minutes: (n) => `${n}分後`,
  hours: (n) => `${n}時間後`,
  days: (n) => (n === 1 ? "明日" : `${n}日後`),
};

/** "in 10 minutes", "in 3 hours", "in 2 days". */
export function untilText(ms: number): string {
  const words = settings.language === "ja" ? JA : EN;
  if (ms < 90 * MINUTE) return words.minutes(Math.max(1, Math.ceil(ms / MINUTE)));
  if (ms < 20 * HOUR) return words.hours(Math.round(ms / HOUR));
  return words.days(Math.max(1, Math.round(ms / DAY)));
}
