// A clock as short as people write it: 10 min + 30 s.

import type { Seek } from "../api/types";
import { say } from "../i18n";
import { together } from "../i18n/together";
import { startWords } from "./texts";

export const shortClock = (seek: Pick<Seek, "clock" | "clock_text">): string => together(written(seek));

function written({ clock, clock_text: text }: Pick<Seek, "clock" | "clock_text">): string {
  if (clock === null) return say(text);
  const words = startWords().clock;
  const increment = clock.increment_ms ?? 0;
  const byoyomi = clock.byoyomi_ms ?? 0;
  const whole = Number.isInteger(clock.main_ms / 60_000);
  // Anything unusual is written in full.
  if (!whole || (increment > 0 && byoyomi > 0)) return say(text);
  const main = clock.main_ms / 60_000;
  if (increment > 0) return words.increment(main, Math.round(increment / 1000));
  return byoyomi > 0 ? words.byoyomi(main, Math.round(byoyomi / 1000)) : words.main(main);
}
