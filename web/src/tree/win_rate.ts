// Engine evaluations as win rates, for the graph.

import type { NodeData } from "../api/records";
import { WIN_RATE_SCALE, type Analysis } from "../api/types";

/** The analysis to show: the last with a score. */
export const lastScored = (node: Pick<NodeData, "analyses">): Analysis | null =>
  node.analyses.findLast(({ centipawns, mate, mating }) => centipawns !== null || mate !== null || mating) ??
  null;

/**
 * Black's win rate minus White's: from -1 (White wins) to 1 (Black wins). A score of `cp` centipawns is a win
 * rate of 1 / (1 + exp(-cp / WIN_RATE_SCALE)), as in the Python package.
 */
export function winRateDifference({
  centipawns,
  mate,
  mating = null,
}: Pick<Analysis, "centipawns" | "mate"> & Partial<Pick<Analysis, "mating">>): number {
  if (mate !== null) return mate < 0 ? -1 : 1;
  if (mating !== null) return mating === "white" ? -1 : 1;
  return Math.tanh((centipawns ?? 0) / (2 * WIN_RATE_SCALE));
}
