// The toss of three pawns that decides who begins a game of goro-goro.

import type { Color } from "../api/types";

/** Three tossed pawns: true for one that shows its face. */
export type Toss = readonly [boolean, boolean, boolean];

/** `random` gives numbers from 0 to below 1. */
export const toss = (random: () => number = Math.random): Toss => [
  random() < 0.5,
  random() < 0.5,
  random() < 0.5,
];

/** Three pawns never tie: two or three faces make the thrower Black. */
export const colorOf = (pawns: Toss): Color => (pawns.filter(Boolean).length >= 2 ? "black" : "white");
