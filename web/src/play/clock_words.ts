// The time of a game in a few words.

import type { ClockSettings } from "../api/types";
import { inLanguages } from "../i18n";
import { together } from "../i18n/together";

const minutes = (ms: number): string => String(Math.round(ms / 6000) / 10);
const seconds = (ms: number): string => String(Math.round(ms / 100) / 10);

const en = {
  none: "No clock",
  days: (n: number): string => (n === 1 ? "1 day a move" : `${n} days a move`),
  clock: ({ main_ms, byoyomi_ms, periods, increment_ms }: ClockSettings): string =>
    [
      main_ms > 0 ? `${minutes(main_ms)} min` : null,
      byoyomi_ms > 0 ? `${seconds(byoyomi_ms)} s${periods > 1 ? ` × ${periods}` : ""}` : null,
      increment_ms > 0 ? `${seconds(increment_ms)} s a move` : null,
    ]
      .filter((part) => part !== null)
      .join(" + "),
};

const ja: typeof en = {
  none: "時間無制限",
  days: (n) => `1手${n}日`,
  clock: ({ main_ms, byoyomi_ms, periods, increment_ms }) =>
    [
      main_ms > 0 ? `${minutes(main_ms)}分` : null,
      byoyomi_ms > 0 ? `秒読み${seconds(byoyomi_ms)}秒${periods > 1 ? `×${periods}回` : ""}` : null,
      increment_ms > 0 ? `1手${seconds(increment_ms)}秒` : null,
    ]
      .filter((part) => part !== null)
      .join("＋"),
};

const words = inLanguages({ en, ja });

export const clockWords = (clock: ClockSettings | null, days: number): string =>
  together(days > 0 ? words().days(days) : clock === null ? words().none : words().clock(clock));
