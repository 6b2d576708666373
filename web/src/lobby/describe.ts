// A seek in one line.

import type { Seek } from "../api/types";
import { say } from "../i18n";
import { lobbyWords } from "../i18n/lobby";

export function describeSeek(seek: Seek): string {
  const words = lobbyWords();
  return [
    seek.variant === "shogi" ? null : say(seek.variant_name),
    seek.handicap === "even" && !seek.set_up ? null : say(seek.handicap_name),
    say(seek.clock_text),
    seek.rated ? words.rated : null,
    seek.rating_within === null ? null : words.ratingWithin(seek.rating_within),
    (seek.handicap === "even" ? words.sides : words.sidesOdds)[seek.side],
  ]
    .filter((text) => text !== null && text !== "")
    .join(" · ");
}
