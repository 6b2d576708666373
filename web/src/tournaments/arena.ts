// What the page of an arena works out from its view.

import type { Arena, Tournament } from "../api/types";

/** What the viewer is in an arena. */
export type ArenaPart = "outside" | "waiting" | "playing" | "paused";

export function partOf(view: Tournament): ArenaPart {
  const me = view.players.find(({ number }) => number === view.me);
  if (me === undefined) return "outside";
  if (gameOf(view) !== null) return "playing";
  return me.withdrawn ? "paused" : "waiting";
}

/** The viewer's game that is being played. */
export function gameOf(view: Tournament): string | null {
  const { me } = view;
  if (me === null) return null;
  const games = view.rounds.flatMap(({ games }) => games);
  return games.find((game) => game.playing && (game.black === me || game.white === me))?.game ?? null;
}

/** The milliseconds until an arena begins or ends, so long after its view was received; null: unknown. */
export const msLeft = (arena: Arena, sinceMs: number): number | null =>
  arena.ms_left === null ? null : Math.max(0, arena.ms_left - sinceMs);

/** Such as 1:05:09 or 4:30. */
export function countdown(ms: number): string {
  const total = Math.ceil(ms / 1000);
  const two = (n: number): string => String(n).padStart(2, "0");
  const [hours, minutes] = [Math.floor(total / 3600), Math.floor(total / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(total % 60)}` : `${minutes}:${two(total % 60)}`;
}
