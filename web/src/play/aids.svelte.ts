// What is shown on the board of a game besides the game: what the coach or a hint points at, the values of moves.

import type { CoachHint, PieceKind } from "../api/types";
import type { Badge } from "../board/badges";

export class Aids {
  /** The coach's hint. */
  coached = $state.raw<CoachHint | null>(null);
  /** The squares of the latest hint. */
  hinted = $state.raw<string[]>([]);
  /** The values of the moves in a solved variant. */
  badges = $state.raw<ReadonlyMap<string, Badge> | null>(null);
  /** The kind of the piece that was tapped, in a game of a variant. */
  kind = $state.raw<PieceKind | null>(null);
}
