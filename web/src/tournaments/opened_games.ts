// The games of arenas that have opened by themselves: a player who goes back to the arena stays there.

import { go } from "../state/router.svelte";

const opened = new Set<string>();

/** Opens a game, the first time. Returns whether it did. */
export function openOnce(game: string): boolean {
  if (opened.has(game)) return false;
  opened.add(game);
  go(`/game/${game}`);
  return true;
}
