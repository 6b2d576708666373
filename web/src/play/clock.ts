// The display of a clock between two messages of the server. The server decides when the time is up.

import type { ClockFace, Language } from "../api/types";

export interface Reading {
  phase: "main" | "byoyomi";
  /** Milliseconds left in this phase, at least 0. */
  remaining: number;
  /** Byoyomi periods left, this one included. */
  periods: number;
}

/** The reading `elapsed` ms after the server sent the clock. */
export function readClock(face: ClockFace, elapsed: number): Reading {
  let { phase, remaining_ms: remaining, periods } = face;
  remaining -= elapsed;
  if (phase === "main" && remaining <= 0 && face.byoyomi_ms > 0 && periods > 0) {
    phase = "byoyomi";
    remaining += face.byoyomi_ms;
  }
  while (phase === "byoyomi" && remaining <= 0 && periods > 1) {
    periods -= 1;
    remaining += face.byoyomi_ms;
  }
  return { phase, remaining: Math.max(0, remaining), periods };
}

/** Whole seconds as a clock shows them: 0:01 until the very end, 0:00 only when nothing is left. */
export const wholeSeconds = (ms: number): number => Math.ceil(ms / 1000);

/** 9:58, 1:02:03. */
export function figures(ms: number): string {
  const total = wholeSeconds(ms);
  const two = (n: number): string => String(n).padStart(2, "0");
  const hours = Math.floor(total / 3600);
  const minutes = Math.floor(total / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(total % 60)}` : `${minutes}:${two(total % 60)}`;
}

/** The time spent on a move, rounded down to seconds: 0:04. */
export const spent = (ms: number): string => figures(Math.floor(ms / 1000) * 1000);

/** Whether fewer than ten seconds are left before a period or the game is lost. */
export const isUrgent = (face: ClockFace, now: Reading): boolean =>
  now.remaining <= 10_000 && (now.phase === "byoyomi" || face.byoyomi_ms === 0);

/** `count`: only the number, in the last seconds; `used`, `left`: seconds of this period, or of the main time. */
export type Announcement =
  | { kind: "enter" }
  | { kind: "periods"; periods: number }
  | { kind: "count" | "used" | "left"; seconds: number };

/**
 * What a timekeeper announces between two readings, or null.
 * Byoyomi is counted up in Japanese (10秒, 20秒, 1 … 9) and down in English (20 seconds, 10 … 1).
 */
export function announcement(
  face: ClockFace,
  before: Reading,
  now: Reading,
  language: Language,
): Announcement | null {
  if (before.phase === "main" && now.phase === "byoyomi") return { kind: "enter" };
  if (now.phase === "byoyomi" && now.periods < before.periods)
    return { kind: "periods", periods: now.periods };
  const left = wholeSeconds(now.remaining);
  if (left === wholeSeconds(before.remaining) || left <= 0) return null;
  if (now.phase === "main" && face.byoyomi_ms > 0) return null;
  if (now.phase === "byoyomi" && language === "ja") {
    const used = Math.round(face.byoyomi_ms / 1000) - left;
    if (left < 10) return { kind: "count", seconds: 10 - left };
    return used > 0 && used % 10 === 0 ? { kind: "used", seconds: used } : null;
  }
  if (left <= 10) return { kind: "count", seconds: left };
  return left === 30 || left === 20 ? { kind: "left", seconds: left } : null;
}

/** The length in seconds of the beep at this second: short from the tenth to the sixth, one long tone for the last five. */
export const beepAt = (left: number): number | null =>
  left === 5 ? 5 : left > 5 && left <= 10 ? 0.12 : null;
