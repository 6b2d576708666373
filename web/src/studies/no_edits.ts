// A tree that can only be read, as pages of other sites show it: it asks the server for nothing.

import type { ChapterNode, EmbeddedChapter } from "../api/types";
import type { BoardSpec } from "../board/spec";
import type { Edits } from "../tree/edits";
import { TreeCursor } from "../tree/tree_cursor.svelte";
import type { TreeNode } from "../tree/tree";

export type EmbeddedCursor = TreeCursor<NoEdits>;

export const openEmbedded = (
  chapter: EmbeddedChapter,
  onnode: (node: TreeNode, step: boolean) => void,
  spec?: BoardSpec,
): EmbeddedCursor => new TreeCursor(chapter, (cursor) => new NoEdits(cursor), onnode, spec);

const nothing = (): void => undefined;

export class NoEdits implements Edits {
  readonly canEdit = false;
  readonly canUndo = false;
  readonly canRedo = false;
  readonly asksRules = false;
  readonly maxComment = 0;
  readonly review = null;
  readonly keepReview = nothing;
  readonly play = () => Promise.resolve(false);
  readonly enter = () => Promise.resolve(null);
  readonly addLine = nothing;
  readonly comment = nothing;
  readonly bookmark = nothing;
  readonly mark = nothing;
  readonly delete = nothing;
  readonly promote = nothing;
  readonly demote = nothing;
  readonly makeMain = nothing;
  readonly undo = nothing;
  readonly redo = nothing;
  readonly moved = nothing;
  readonly close = nothing;

  constructor(private readonly cursor: TreeCursor<NoEdits>) {}

  get shapes(): readonly string[] {
    return (this.cursor.node as TreeNode & ChapterNode).shapes;
  }
}
