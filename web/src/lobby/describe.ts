// A seek in one line.

import type { Seek } from "../api/types";
import { say } from "../i18n";
import { lobbyWords } from "../i18n/lobby";

/** What is asked of ratings, such as "rating 1400–1600"; null: nothing. */
export function describeRatings(seek: Pick<Seek, "rating_min" | "rating_max">): string | null {
  const { rating_min: min, rating_max: max } = seek;
  return min === null && max === null ? null : lobbyWords().ratingRange(min, max);
}

export function describeSeek(seek: Seek): string {
  const words = lobbyWords();
  return [
    seek.variant === "shogi" ? null : say(seek.variant_name),
    seek.handicap === "even" && !seek.set_up ? null : say(seek.handicap_name),
    say(seek.clock_text),
    seek.rated ? words.rated : null,
    describeRatings(seek),
    (seek.handicap === "even" ? words.sides : words.sidesOdds)[seek.side],
  ]
    .filter((text) => text !== null && text !== "")
    .join(" · ");
}
