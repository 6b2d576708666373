// Drawing circles and arrows on the board of a record.

import { marksOf, toggled } from "../tree/drawn_marks";
import type { RecordEditor } from "./record_editor.svelte";

export class Drawing {
  /** The first square of a mark, and the node that it belongs to. */
  private begun = $state.raw<{ square: string; node: number } | null>(null);

  constructor(private readonly editor: RecordEditor) {}

  /** The square that was chosen first. */
  get from(): string | null {
    return this.begun?.node === this.editor.current ? this.begun.square : null;
  }

  /** A square twice is a circle, two squares are an arrow; what is there already is removed. */
  pick(square: string): void {
    const { editor, from } = this;
    const circled = from === null && marksOf(editor.node.comment).includes(square);
    if (from === null && !circled) {
      this.begun = { square, node: editor.current };
      return;
    }
    this.begun = null;
    editor.comment(toggled(editor.node.comment, from === null || from === square ? square : from + square));
  }

  /** Forgets the first square; false if none was chosen. */
  cancel(): boolean {
    const had = this.from !== null;
    this.begun = null;
    return had;
  }
}
