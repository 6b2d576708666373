// Whom this browser does not want to hear: accounts in all games, guests in the game where they spoke.

import type { ChatLine } from "../api/types";

const KEY = "komadai.muted";
const MAX = 200;

function load(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(stored) ? stored.filter((one) => typeof one === "string") : [];
  } catch {
    return []; // no storage
  }
}

let muted = $state.raw<readonly string[]>(load());

type Author = Pick<ChatLine, "author" | "who">;

const keyOf = (game: string, line: Author): string => line.who?.name ?? `${game} ${line.author}`;

export const isMuted = (game: string, line: Author): boolean => muted.includes(keyOf(game, line));

export function setMuted(game: string, line: Author, on: boolean): void {
  const key = keyOf(game, line);
  muted = [...muted.filter((one) => one !== key), ...(on ? [key] : [])].slice(-MAX);
  try {
    localStorage.setItem(KEY, JSON.stringify(muted.filter((one) => !one.includes(" "))));
  } catch {
    // Storage is denied: they are heard again after the page was closed.
  }
}
