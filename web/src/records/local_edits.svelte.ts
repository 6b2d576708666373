// Edits of a record that only this browser has: with undo, and stored where records are kept.

import type { NodeData } from "../api/records";
import type { Ending, Header, Illegal, Move, Review } from "../api/types";
import { SHOGI } from "../api/variant_key";
import type { BoardSpec } from "../board/spec";
import { marksOf, toggled } from "../tree/drawn_marks";
import type { Edits, EnteredMove } from "../tree/edits";
import { TreeCursor } from "../tree/tree_cursor.svelte";
import {
  add,
  apply,
  change,
  count,
  findChild,
  fromMove,
  inverse,
  path,
  remove,
  ROOT,
  type Patch,
  type TreeNode,
} from "../tree/tree";
import { newId } from "../state/new_id";
import { browserRecords, summarize } from "./storage/record_db";
import { Conflict, type RecordStore } from "./storage/record_store";
import type { StoredRecord } from "./storage/stored_record";
import { clearUnsaved, storeUnsaved } from "./storage/unsaved_changes";

/** Undoes an edit: the nodes, headers and current node before it. */
interface Undo {
  patch: Patch;
  headers: Header[];
  at: number;
  /** Consecutive edits of one kind at one node are undone together. */
  kind: string;
}

const KEPT_EDITS = 500;

/** A record of this browser. */
export type RecordCursor = TreeCursor<LocalEdits>;

export const openRecord = (
  record: StoredRecord,
  onnode: (node: TreeNode, step: boolean) => void,
  onid: (id: string) => void,
  spec?: BoardSpec,
): RecordCursor =>
  new TreeCursor(
    { ...record, variant: record.variant ?? SHOGI },
    (cursor) => new LocalEdits(cursor, record, onid),
    onnode,
    spec,
    record.current,
  );

export class LocalEdits implements Edits {
  readonly canEdit = true;
  readonly asksRules = true;
  readonly maxComment = 20_000;
  /** Whether the browser can store the edits. */
  canStore = $state(true);
  edited = $state(false);
  review = $state.raw<Review | null>(null);

  private done = $state.raw<Undo[]>([]);
  private undone = $state.raw<Undo[]>([]);
  readonly canUndo = $derived(this.done.length > 0);
  readonly canRedo = $derived(this.undone.length > 0);

  /** Whether there is something to save. */
  private unsaved = false;
  /** Whether an edit is to be saved, not only the current node. */
  private hasEdits = false;
  /** Nodes changed since the last confirmed save: one map for each save not yet confirmed. */
  private pendingChanges: Map<number, TreeNode | null>[] = [new Map()];
  private saveTimer: ReturnType<typeof setTimeout> | undefined;
  private queue: Promise<void> = Promise.resolve();
  private revision: number;
  private closed = false;

  constructor(
    private readonly cursor: TreeCursor<LocalEdits>,
    private readonly record: StoredRecord,
    /** Called when the record gets another id. */
    private readonly onid: (id: string) => void,
    private readonly store: RecordStore = browserRecords,
  ) {
    this.revision = record.revision;
    this.edited = record.edited;
    this.review = record.review ?? null;
  }

  close(): void {
    this.flush();
    this.closed = true;
  }

  moved(): void {
    this.save(600);
  }

  // --- moves

  async play(usi: string): Promise<boolean> {
    const { cursor } = this;
    const known = findChild(cursor.tree, cursor.current, usi);
    if (known !== null) {
      cursor.goTo(known);
      return true;
    }
    cursor.pending = usi;
    return this.enter({ play: usi });
  }

  async enter(what: EnteredMove, illegal = false): Promise<boolean> {
    const { cursor } = this;
    const at = cursor.current;
    cursor.notice = null;
    try {
      const answer = await cursor.positions.enter(cursor.node, what, illegal);
      if (answer.move === null || this.closed) return false;
      if (at === cursor.current) this.take(answer.move, answer.illegal);
      return true;
    } catch (error) {
      const { code, text } = cursor.positions.failed(error);
      const again = code === "illegal" && !illegal ? { again: what } : {};
      cursor.notice = { kind: "refused", text, typed: what.typed !== undefined, ...again };
      return false;
    } finally {
      cursor.pending = null;
    }
  }

  private take(move: Move, illegal: Illegal | null): void {
    const { cursor } = this;
    const known = findChild(cursor.tree, cursor.current, move.usi);
    if (known !== null) {
      cursor.goTo(known);
      return;
    }
    const { patch, id } = add(cursor.tree, cursor.current, fromMove(move, illegal));
    this.edit(patch, "move");
    cursor.goTo(id);
  }

  addLine(moves: readonly Move[]): void {
    let { tree, current: at } = this.cursor;
    const all = new Map<number, TreeNode | null>();
    for (const move of moves) {
      const known = findChild(tree, at, move.usi);
      if (known !== null) {
        at = known;
        continue;
      }
      const { patch, id } = add(tree, at, fromMove(move, null));
      tree = apply(tree, patch);
      at = id;
      for (const [key, node] of patch) all.set(key, node);
    }
    if (all.size > 0) this.edit(all, "line");
  }

  // --- changes, and their undoing

  private edit(patch: Patch, kind: string, headers = this.cursor.headers): void {
    const before = this.done[this.done.length - 1];
    const goesOn = kind.includes(":") && before?.kind === kind && before.at === this.cursor.current;
    if (!goesOn) this.done = [...this.done, this.undoing(patch, kind)].slice(-KEPT_EDITS);
    this.undone = [];
    this.put(patch, headers);
  }

  private undoing(patch: Patch, kind: string): Undo {
    const { tree, headers, current } = this.cursor;
    return { patch: inverse(tree, patch), headers, at: current, kind };
  }

  private put(patch: Patch, headers: Header[]): void {
    this.cursor.tree = apply(this.cursor.tree, patch);
    this.cursor.headers = headers;
    this.edited = true;
    this.hasEdits = true;
    for (const [id, node] of patch) this.pendingChanges[this.pendingChanges.length - 1]?.set(id, node);
    this.save(100);
  }

  undo(): void {
    this.revert("done", "undone");
  }
  redo(): void {
    this.revert("undone", "done");
  }

  private revert(from: "done" | "undone", to: "done" | "undone"): void {
    const { cursor } = this;
    const edit = this[from][this[from].length - 1];
    if (edit === undefined) return;
    cursor.notice = null;
    this[to] = [...this[to], this.undoing(edit.patch, edit.kind)];
    this[from] = this[from].slice(0, -1);
    // The current node must exist both before and after the edit.
    const tree = apply(cursor.tree, edit.patch);
    if (!tree.has(cursor.current))
      cursor.goTo(path(cursor.tree, cursor.current).findLast(({ id }) => tree.has(id))?.id ?? ROOT);
    this.put(edit.patch, edit.headers);
    if (cursor.tree.has(edit.at)) cursor.goTo(edit.at);
    cursor.askPosition();
  }

  comment(text: string): void {
    if (text !== this.cursor.node.comment) this.annotate({ comment: text }, "comment");
  }
  bookmark(text: string): void {
    if (text !== this.cursor.node.bookmark) this.annotate({ bookmark: text }, "bookmark");
  }
  get shapes(): readonly string[] {
    return marksOf(this.cursor.node.comment);
  }
  mark(shape: string): void {
    this.comment(toggled(this.cursor.node.comment, shape));
  }
  end(ending: Ending | null): void {
    this.annotate({ ending }, "ending");
  }
  endComment(comment: string): void {
    const { ending } = this.cursor.node;
    if (ending !== null && comment !== ending.comment)
      this.annotate({ ending: { ...ending, comment } }, "end-comment");
  }
  private annotate(data: Partial<NodeData>, what: string): void {
    const { tree, current } = this.cursor;
    this.edit(change(tree, current, data), `${what}:${current}`);
  }

  describe(headers: Header[]): void {
    if (JSON.stringify(headers) !== JSON.stringify(this.cursor.headers))
      this.edit(new Map(), "headers", headers);
  }

  delete(): void {
    const { cursor } = this;
    const { parent, id } = cursor.node;
    const moves = count(cursor.tree, id);
    if (moves === 0) return;
    const patch = remove(cursor.tree, id);
    const undo = this.undoing(patch, "delete");
    if (parent !== null) cursor.goTo(parent);
    this.done = [...this.done, undo].slice(-KEPT_EDITS);
    this.undone = [];
    this.put(patch, cursor.headers);
    cursor.askPosition();
    cursor.notice = { kind: "deleted", text: null, moves };
  }

  promote(): void {
    if (this.cursor.promotion !== null) this.edit(this.cursor.promotion, "promote");
  }
  demote(): void {
    if (this.cursor.demotion !== null) this.edit(this.cursor.demotion, "demote");
  }
  makeMain(): void {
    if (this.cursor.toMain !== null) this.edit(this.cursor.toMain, "main");
  }

  // --- saving

  keepReview(review: Review): void {
    this.review = review;
    this.hasEdits = true;
    this.save(0);
  }

  /** The record as it is stored. */
  private snapshot(): StoredRecord {
    const { variant, headers, tree, current } = this.cursor;
    return {
      ...this.record,
      revision: this.revision,
      edited: this.edited,
      variant,
      headers,
      nodes: [...tree.values()],
      current,
      ...(this.review === null ? {} : { review: this.review }),
    };
  }

  private save(after: number): void {
    this.unsaved = true;
    clearTimeout(this.saveTimer);
    this.saveTimer = setTimeout(() => this.flush(), after);
  }

  /** Saves pending changes immediately. */
  private flush(): void {
    clearTimeout(this.saveTimer);
    if (!this.unsaved || this.closed) return;
    this.unsaved = false;
    const base = this.revision;
    const hasEdits = this.hasEdits;
    this.hasEdits = false;
    if (hasEdits) this.revision += 1;
    const record = this.snapshot();
    this.pendingChanges.push(new Map());
    this.queue = this.queue.then(async () => {
      try {
        this.canStore = await this.store.save(record, summarize(record, Date.now()), base);
        this.pendingChanges.shift();
        if (!this.unsaved && this.pendingChanges.length === 1) clearUnsaved(record.id);
      } catch (error) {
        if (!(error instanceof Conflict)) throw error;
        if (!hasEdits) return;
        // Another window has changed the same record: save this version as a copy.
        const copy = { ...record, id: newId(), source: "copy" };
        this.canStore = await this.store.save(copy, summarize(copy, Date.now()));
        this.onid(copy.id);
      }
    });
  }

  /** The page may be about to close: store the changes whose save is not confirmed. */
  leave(): void {
    const saved = !this.unsaved && this.pendingChanges.length === 1;
    this.flush();
    if (!saved) storeUnsaved(this.snapshot(), new Map(this.pendingChanges.flatMap((patch) => [...patch])));
  }
}
