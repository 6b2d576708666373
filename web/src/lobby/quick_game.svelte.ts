// Quick pairing: a game with whoever waits for the same time.

import { playNow } from "../api/lobby";
import type { ClockSettings, Lobby } from "../api/types";
import { goToNewGame } from "../state/router.svelte";
import { waitFor } from "../state/waiting_game.svelte";

export const QUICK_CLOCKS = {
  byoyomi: { main_ms: 600_000, byoyomi_ms: 30_000, periods: 1, increment_ms: 0 },
  fischer: { main_ms: 300_000, byoyomi_ms: 0, periods: 1, increment_ms: 10_000 },
  fast: { main_ms: 180_000, byoyomi_ms: 0, periods: 1, increment_ms: 2_000 },
} as const satisfies Record<string, ClockSettings>;
export type QuickKey = keyof typeof QUICK_CLOCKS;
export const QUICK_KEYS = Object.keys(QUICK_CLOCKS) as QuickKey[];
const STORED = "komadai.quick-clock";

/** The time that was chosen last. */
export function storedKey(): QuickKey {
  try {
    const found = localStorage.getItem(STORED) ?? "";
    return found in QUICK_CLOCKS ? (found as QuickKey) : "byoyomi";
  } catch {
    return "byoyomi";
  }
}

/** How many others wait for an even game of shogi with this time. */
export const waitingWith = (key: QuickKey, lobby: Lobby | null): number =>
  lobby?.seeks.filter(
    ({ mine, variant, handicap, set_up, clock, days }) =>
      !mine &&
      variant === "shogi" &&
      handicap === "even" &&
      !set_up &&
      days === null &&
      clock !== null &&
      sameClock(clock, QUICK_CLOCKS[key]),
  ).length ?? 0;

const sameClock = (one: ClockSettings, other: ClockSettings): boolean =>
  one.main_ms === other.main_ms &&
  one.byoyomi_ms === other.byoyomi_ms &&
  one.periods === other.periods &&
  one.increment_ms === other.increment_ms;

/** Begins a game with who waits, or waits for somebody, with the strip at the foot of the page. */
export async function playQuick(key: QuickKey): Promise<void> {
  try {
    localStorage.setItem(STORED, key);
  } catch {
    // No storage: the choice is lost when the page is closed.
  }
  const { challenge, game } = await playNow(QUICK_CLOCKS[key]);
  if (game !== null) goToNewGame(game);
  else await waitFor(challenge);
}
