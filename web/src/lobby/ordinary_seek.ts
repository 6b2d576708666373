// The seek that "Play now" takes.

import type { Seek } from "../api/types";

/** The first seek of another person for an even game with a clock, from the usual position; null: none. */
export function ordinarySeek(seeks: readonly Seek[]): Seek | null {
  const ordinary = (seek: Seek) =>
    !seek.mine &&
    !seek.maker.bot &&
    seek.fits &&
    seek.variant === "shogi" &&
    seek.handicap === "even" &&
    !seek.set_up &&
    seek.clock !== null;
  return seeks.find(ordinary) ?? null;
}
