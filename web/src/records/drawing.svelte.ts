// Marking squares of the board with circles and arrows.

import type { TreeCursor } from "../tree/tree_cursor.svelte";

export class Drawing {
  /** The first square of a mark, and the node that it belongs to. */
  private begun = $state.raw<{ square: string; node: number } | null>(null);

  constructor(private readonly cursor: TreeCursor) {}

  /** The square that was chosen first. */
  get from(): string | null {
    return this.begun?.node === this.cursor.current ? this.begun.square : null;
  }

  /** A square twice is a circle, two squares are an arrow; what is there already is removed. */
  pick(square: string): void {
    const { cursor, from } = this;
    const circled = from === null && cursor.edits.shapes.includes(square);
    if (from === null && !circled) {
      this.begun = { square, node: cursor.current };
      return;
    }
    this.begun = null;
    cursor.edits.mark(from === null || from === square ? square : from + square);
  }

  /** Forgets the first square; false if none was chosen. */
  cancel(): boolean {
    const had = this.from !== null;
    this.begun = null;
    return had;
  }
}
