// The best moves of a running analysis, and the threats of the other side, as marks on the board.

import type { AnalysisJob, AnalysisLine } from "../api/types";
import type { Arrow } from "../board/arrows";
import { parseUsi, squareName } from "../board/sfen";
import { STANDARD } from "../board/spec";

export interface Marks {
  /** Where a piece is dropped. */
  squares: string[];
  arrows: Arrow[];
}

export const NO_MARKS: Marks = { squares: [], arrows: [] };

/** How much of the win rate a second move must gain to be a threat. */
const GAIN = 0.04;

/** What the other side could do with a second move that would change the game; none until that is known. */
export function realThreats(job: AnalysisJob | null): AnalysisLine[] {
  const now = job?.engines.find(({ lines }) => lines.length > 0)?.lines[0]?.win ?? null;
  if (now === null) return [];
  return (job?.threats?.lines ?? []).filter(({ win }) => win !== null && Math.abs(win - now) >= GAIN);
}

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
  for (const usi of new Set(realThreats(job).flatMap(({ moves }) => moves[0]?.usi ?? []))) {
    const names = parseUsi(usi, STANDARD).path.map((square) => squareName(square, STANDARD));
    const [start, end] = [names[0], names[names.length - 1]];
    if (start !== undefined && end !== undefined) marks.arrows.push({ start, end, threat: true });
  }
  return marks;
}
