// What engines think of a position, as numbers.

import type { Analysis, NodeData } from "../../api/record_wire";

/** The analysis to show: the last that says how things stand. */
export const scored = (node: Pick<NodeData, "analyses">): Analysis | null =>
  node.analyses.findLast(({ centipawns, mate, mating }) => centipawns !== null || mate !== null || mating) ??
  null;

/** From -1 (White has won) to 1 (Black has won); near the middle a pawn's worth is seen best. */
export function level({
  centipawns,
  mate,
  mating = null,
}: Pick<Analysis, "centipawns" | "mate" | "mating">): number {
  if (mate !== null) return mate < 0 ? -1 : 1;
  if (mating !== null) return mating === "white" ? -1 : 1;
  return Math.tanh((centipawns ?? 0) / 800);
}
