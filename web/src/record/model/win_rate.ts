// Engine evaluations as numbers for the graph.

import type { Analysis, NodeData } from "../../api/record_wire";

/** The analysis to show: the last with a score. */
export const scored = (node: Pick<NodeData, "analyses">): Analysis | null =>
  node.analyses.findLast(({ centipawns, mate, mating }) => centipawns !== null || mate !== null || mating) ??
  null;

/** From -1 (White wins) to 1 (Black wins); a difference of one pawn counts most near 0. */
export function level({
  centipawns,
  mate,
  mating = null,
}: Pick<Analysis, "centipawns" | "mate"> & Partial<Pick<Analysis, "mating">>): number {
  if (mate !== null) return mate < 0 ? -1 : 1;
  if (mating !== null) return mating === "white" ? -1 : 1;
  return Math.tanh((centipawns ?? 0) / 800);
}
