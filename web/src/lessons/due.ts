// When something is due, in words.

import { lessonsWords } from "../i18n/lessons";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "in 10 minutes", "in 3 hours", "in 2 days". */
export function untilText(ms: number): string {
  const words = lessonsWords();
  if (ms < 90 * MINUTE) return words.inMinutes(Math.max(1, Math.ceil(ms / MINUTE)));
  if (ms < 20 * HOUR) return words.inHours(Math.round(ms / HOUR));
  return words.inDays(Math.max(1, Math.round(ms / DAY)));
}
