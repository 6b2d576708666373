// What can be done to an open tree: by its owner alone, together with others, or not at all.

import type { Move, Review, Text } from "../api/types";

/** A move in USI, or as the user has typed it. */
export interface EnteredMove {
  play?: string;
  typed?: string;
}

/** A message shown once: a refused move, a deletion that can be undone. */
export interface Notice {
  kind: "refused" | "deleted";
  text: Text | null;
  /** For `refused`: the move, which can be entered although it breaks the rules. */
  again?: EnteredMove;
  moves?: number;
}

export interface Edits {
  /** Whether moves, comments and marks can be changed here. */
  readonly canEdit: boolean;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** Whether the server may be asked what the rules allow in a position. */
  readonly asksRules: boolean;
  /** The maximum length of a comment. */
  readonly maxComment: number;
  /** The circles (`5e`) and arrows (`7g7f`) on the board at the current node. */
  readonly shapes: readonly string[];
  /** The review that is kept with the tree. */
  readonly review: Review | null;
  /** The comment on the end of the line, after its last move; missing: endings cannot be changed. */
  endComment?(comment: string): void;
  /** Keeps the review that this job has made, in place of the one before. */
  keepReview(review: Review, job: string): void;
  /** Plays a move: goes to the child that has it, or adds a variation. Returns whether it was accepted. */
  play(usi: string): Promise<boolean>;
  /**
   * Enters a move in any notation; with `illegal` also one that breaks the rules, as records may hold. Returns why it
   * was refused; null: it was accepted.
   */
  enter(what: EnteredMove, illegal?: boolean): Promise<Notice | null>;
  /** Adds a line as a variation; the current node stays. */
  addLine(moves: readonly Move[]): void;
  comment(text: string): void;
  bookmark(text: string): void;
  /** Sets or removes a circle or an arrow. */
  mark(shape: string): void;
  /** Deletes the current node and all nodes below it. */
  delete(): void;
  promote(): void;
  demote(): void;
  makeMain(): void;
  undo(): void;
  redo(): void;
  /** The current node has changed; `own`: by a step of the user. */
  moved(own: boolean): void;
  /** Saves what is not saved yet. */
  close(): void;
}
