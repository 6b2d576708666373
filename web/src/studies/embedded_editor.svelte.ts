// A chapter as pages of other sites show it: it can only be read, and asks the server for nothing.

import type { ChapterNode, EmbeddedChapter } from "../api/types";
import type { BoardSpec } from "../board/spec";
import { ROOT, type TreeNode } from "../tree/tree";
import { RecordEditor } from "../records/record_editor.svelte";

export class EmbeddedEditor extends RecordEditor {
  /** The marks on the board at the current node. */
  readonly shapes = $derived<readonly string[]>((this.node as TreeNode & ChapterNode).shapes);

  constructor(chapter: EmbeddedChapter, onnode: (node: TreeNode, step: boolean) => void, spec?: BoardSpec) {
    super(
      {
        id: chapter.id,
        source: "study",
        revision: 1,
        edited: false,
        variant: chapter.variant,
        headers: chapter.headers,
        start_sfen: chapter.start_sfen,
        handicap: chapter.handicap,
        nodes: chapter.nodes,
        warnings: [],
        current: ROOT,
      },
      onnode,
      () => undefined,
      spec,
    );
  }

  override get canEdit(): boolean {
    return false;
  }
  override get canEnd(): boolean {
    return false;
  }
  override get mover(): null {
    return null;
  }
  override delete(): void {}
  override flush(): void {}
  protected override save(): void {}
  protected override requestPosition(): void {}
}
