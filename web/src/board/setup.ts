// The two traditional orders in which the pieces are set up before a game. The players take turns, the
// higher-ranked first; here both sides set up each step together.

import type { Color } from "../api/types";
import type { Order } from "../state/settings.svelte";
import type { Diagram } from "./sfen";

/** A square as [file, rank], seen from Black's side. */
type Step = readonly [file: number, rank: number];

const GENERALS_AND_KNIGHTS: Step[] = [
  [5, 9],
  [6, 9],
  [4, 9],
  [7, 9],
  [3, 9],
  [8, 9],
  [2, 9],
];
const LANCES: Step[] = [
  [9, 9],
  [1, 9],
];
const BISHOP_AND_ROOK: Step[] = [
  [8, 8],
  [2, 8],
];

const ORDERS: Record<Order, Step[]> = {
  ohashi: [
    ...GENERALS_AND_KNIGHTS,
    ...LANCES,
    ...BISHOP_AND_ROOK,
    ...[5, 6, 4, 7, 3, 8, 2, 9, 1].map((file): Step => [file, 7]),
  ],
  ito: [
    ...GENERALS_AND_KNIGHTS,
    ...[9, 8, 7, 6, 5, 4, 3, 2, 1].map((file): Step => [file, 7]),
    ...LANCES,
    ...BISHOP_AND_ROOK,
  ],
};

/** The 20 squares in the order in which the side sets up its pieces. */
export function setupSquares(order: Order, color: Color): number[] {
  return ORDERS[order].map(([file, rank]) =>
    color === "black" ? (file - 1) * 9 + rank - 1 : (9 - file) * 9 + 9 - rank,
  );
}

/** For each square of the initial position the step (0–19) at which its piece appears. */
export function setupSteps(order: Order, diagram: Diagram): Map<number, number> {
  const steps = new Map<number, number>();
  for (const color of ["black", "white"] as const) {
    setupSquares(order, color).forEach((square, index) => {
      if (diagram.squares[square]?.color === color) steps.set(square, index);
    });
  }
  return steps;
}

const STEPS = 20;

/** The pause between two steps in milliseconds; the whole setup takes 1.7 s. */
export const SETUP_STEP_MS = 85;

/** How many steps are done after this time in milliseconds; null: all of them. */
export function setupStep(elapsed: number): number | null {
  const step = Math.floor(elapsed / SETUP_STEP_MS);
  return step < STEPS ? step : null;
}
