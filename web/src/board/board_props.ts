// What a board is given: what stands on it, what is marked on it, and what the user may do with it.

import type { Color } from "../api/types";
import type { Arrow } from "./arrows";
import type { Badge } from "./badges";
import type { Diagram, Kind } from "./sfen";
import type { BoardSpec } from "./spec";

/** What stands on the board, and how it is seen. */
export interface BoardPosition {
  diagram: Diagram;
  /** The size of the board and the kinds of pieces; shogi's, if missing. */
  spec?: BoardSpec;
  flipped?: boolean;
  /** The side whose king is written 王; White, if missing. */
  higher?: Color;
  /** Whether it is a handicap game: the sides have other names in Japanese. */
  odds?: boolean;
  /** Squares whose pieces are not placed yet (setup animation). */
  hidden?: ReadonlySet<number> | null;
}

/** What is marked. Squares are given by their names, moves in USI. */
export interface BoardMarks {
  /** The last move. */
  last?: string | null;
  /** Squares of kings in check. */
  check?: readonly string[];
  /** Squares to highlight. */
  marked?: readonly string[];
  /** Squares to which a piece could go: dotted where they are empty, ringed where a piece stands. */
  goals?: readonly string[];
  arrows?: readonly Arrow[];
  /** Circles around squares (`5e`) and arrows (`7g7f`). */
  shapes?: readonly string[];
  /** A move that is not played, as a faint piece where it would stand, with a sign. */
  ghost?: { usi: string; sign: string } | null;
  /** The prepared move. */
  premove?: string | null;
  /** The values of moves, the best first. */
  values?: ReadonlyMap<string, Badge> | null;
}

/** What the user may do, and what is called then. */
export interface BoardInput {
  /** USI; null: not known yet. A move made earlier waits for them. */
  legal?: readonly string[] | null;
  /** The side whose pieces the user may move now; null or missing: the board is read-only. */
  mover?: Color | null;
  /** Whether illegal moves are reported too, for a game in which they lose. */
  free?: boolean;
  /** Whether the user prepares a move while the opponent is to move. A piece selected then stays selected. */
  preparing?: boolean;
  /** Whether a piece that was selected and can move must move. */
  touchMove?: boolean;
  /** The piece that must move, as its move in USI begins; selected when the position is shown. */
  touched?: string | null;
  onmove?: (usi: string) => void;
  /** Called when a piece is selected; the legal moves may be loaded then. */
  onselect?: () => void;
  /** Called when a piece is selected that must now move. */
  ontouch?: (origin: string) => void;
  /** Called when the user touches the board or presses the right button while a move is prepared. */
  onunprepare?: () => void;
  /** Called when the user drags an own piece of the board to the own stand, which is no move. */
  onstand?: (() => void) | undefined;
  /** Called when a square is chosen; if given, pieces cannot be selected. */
  onpick?: ((square: number) => void) | undefined;
  /** Called when a piece in the hand of `mover` is chosen; together with `onpick`. */
  onhand?: ((kind: Kind) => void) | undefined;
  /** Called when a piece that cannot be selected is tapped, to show its moves. */
  onpiece?: (kind: Kind, square: number) => void;
  /** Text for screen readers. */
  onsay?: (text: string) => void;
}
