// The best moves of a running analysis, and the threats of the other side, as marks on the board.

import type { AnalysisJob } from "../api/types";
import type { Arrow } from "../board/arrows";
import { parseUsi, squareName } from "../board/sfen";
import { STANDARD } from "../board/spec";

export interface Marks {
  /** Where a piece is dropped. */
  squares: string[];
  arrows: Arrow[];
}

export const NO_MARKS: Marks = { squares: [], arrows: [] };

/** An arrow for each engine's best move, a marked square for a drop; an arrow or a ring for each threat. */
export function bestMoves(job: AnalysisJob | null): Marks {
  const moves = new Set((job?.engines ?? []).flatMap(({ lines }) => lines[0]?.moves[0]?.usi ?? []));
  const marks: Marks = { squares: [], arrows: [] };
  for (const usi of moves) {
    const { drop, path } = parseUsi(usi, STANDARD);
    const names = path.map((square) => squareName(square, STANDARD));
    const [start, end] = [names[0], names[names.length - 1]];
    if (start === undefined || end === undefined) continue;
    if (drop !== null) marks.squares.push(end);
    else marks.arrows.push({ start, end });
  }
  for (const usi of new Set((job?.threats?.lines ?? []).flatMap(({ moves }) => moves[0]?.usi ?? []))) {
    const names = parseUsi(usi, STANDARD).path.map((square) => squareName(square, STANDARD));
    const [start, end] = [names[0], names[names.length - 1]];
    if (start !== undefined && end !== undefined) marks.arrows.push({ start, end, threat: true });
  }
  return marks;
}
