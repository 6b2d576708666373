// The state of an open record: the current node, its legal moves, edits with undo, and saving.

import { CallError } from "../api/http";
import { askPosition, type BareRecord, type NodeData } from "../api/records";
import type { Ending, Header, Illegal, Move, Position, Text } from "../api/types";
import { parseSfen, preview, type Diagram } from "../board/sfen";
import { STANDARD, type BoardSpec } from "../board/spec";
import { SHOGI } from "../api/variant_key";
import { rows, folds, type Row } from "../tree/rows";
import {
  add,
  apply,
  change,
  count,
  findChild,
  fromMove,
  get,
  inverse,
  line,
  makeMain,
  onward,
  path,
  remove,
  ROOT,
  shift,
  siblings,
  toWire,
  turn,
  type Patch,
  type Tree,
  type TreeNode,
} from "../tree/tree";
import { Conflict, saveRecord, newId, summarize } from "./storage/record_db";
import type { StoredRecord } from "./storage/stored_record";
import { storeUnsaved, clearUnsaved } from "./storage/unsaved_changes";

/** Undoes an edit: the nodes, headers and current node before it. */
interface Undo {
  patch: Patch;
  headers: Header[];
  at: number;
  /** Consecutive edits of one kind at one node are undone together. */
  kind: string;
}

/** A message shown once: a refused move, a deletion that can be undone. */
export interface Notice {
  kind: "refused" | "deleted";
  text: Text | null;
  /** For `refused`: the move, which can be entered although it breaks the rules. */
  again?: { play?: string; typed?: string };
  moves?: number;
}

const KEPT_POSITIONS = 400;
const KEPT_EDITS = 500;

export class RecordEditor {
  readonly id: string;
  readonly source: string;
  /** The variant with its options, see api/variant_key.ts. */
  readonly variant: string;
  readonly start_sfen: string;
  readonly handicap: string | null;
  readonly warnings: StoredRecord["warnings"];

  tree = $state.raw<Tree>(new Map());
  headers = $state.raw<Header[]>([]);
  current = $state(ROOT);
  folded = $state.raw<ReadonlySet<number>>(new Set());
  /** The child last visited from each node; stepping forward goes there. */
  chosen = $state.raw<ReadonlyMap<number, number>>(new Map());
  /** The position of the current node, once the server has sent it. */
  position = $state.raw<Position | null>(null);
  /** Whether the rules cannot be applied to the current position, without kings for instance. */
  private noRulesApply = $state(false);
  /** A move sent and not yet confirmed. */
  pending = $state<string | null>(null);
  notice = $state.raw<Notice | null>(null);
  /** Whether the server could not be reached. */
  offline = $state(false);
  /** Whether the browser can store the edits. */
  canStore = $state(true);
  /** Whether there is something to save. */
  unsaved = $state(false);
  edited = $state(false);

  readonly node = $derived<TreeNode>(get(this.tree, this.current));
  readonly rows = $derived<Row[]>(rows(this.tree, this.folded));
  readonly line = $derived<TreeNode[]>(line(this.tree, this.current, this.chosen));
  readonly ply = $derived(path(this.tree, this.current).length - 1);
  /** The board and the pieces of the variant. */
  readonly spec: BoardSpec = STANDARD;
  readonly here = $derived<Diagram>(parseSfen(this.node.sfen, this.spec));
  readonly diagram = $derived<Diagram>(
    this.pending === null ? this.here : preview(this.here, this.pending, this.spec),
  );
  /** Whether any node has an engine analysis. */
  readonly analysed = $derived([...this.tree.values()].some(({ analyses }) => analyses.length > 0));
  readonly next = $derived(onward(this.node, this.chosen) ?? this.node.children[0] ?? null);

  private done = $state.raw<Undo[]>([]);
  private undone = $state.raw<Undo[]>([]);
  readonly canUndo = $derived(this.done.length > 0);
  readonly canRedo = $derived(this.undone.length > 0);
  readonly promotion = $derived(shift(this.tree, this.current, -1));
  readonly demotion = $derived(shift(this.tree, this.current, 1));
  readonly toMain = $derived(makeMain(this.tree, this.current));

  private readonly positions = new Map<string, Position>();
  private requests = 0;
  private requestedAt = -Infinity;
  private requestTimer: ReturnType<typeof setTimeout> | undefined;
  private saveTimer: ReturnType<typeof setTimeout> | undefined;
  private queue: Promise<void> = Promise.resolve();
  private revision: number;
  /** Whether an edit is to be saved, not only the current node. */
  private hasEdits = false;
  /** Nodes changed since the last confirmed save: one map for each save not yet confirmed. */
  private pendingChanges: Map<number, TreeNode | null>[] = [new Map()];
  protected closed = false;

  constructor(
    record: StoredRecord,
    /** Called when the current node changes, by one step forward (`true`) or by a jump. */
    private readonly onnode: (node: TreeNode, step: boolean) => void,
    /** Called when the record gets another id. */
    private readonly onid: (id: string) => void,
    spec: BoardSpec = STANDARD,
  ) {
    this.spec = spec;
    this.id = record.id;
    this.variant = record.variant ?? SHOGI;
    this.source = record.source;
    this.start_sfen = record.start_sfen;
    this.handicap = record.handicap;
    this.warnings = record.warnings;
    this.headers = record.headers;
    this.tree = new Map(record.nodes.map((node) => [node.id, node]));
    this.revision = record.revision;
    this.edited = record.edited;
    this.current = this.tree.has(record.current) ? record.current : ROOT;
    this.chosen = this.chosenThrough(this.current);
    this.requestPosition();
  }

  /** Whether the record can be changed here. */
  get canEdit(): boolean {
    return true;
  }

  /** Whether the endings of lines can be changed. */
  get canEnd(): boolean {
    return true;
  }

  /** The maximum length of a comment. */
  get maxComment(): number {
    return 20_000;
  }

  close(): void {
    clearTimeout(this.requestTimer);
    this.flush();
    this.closed = true;
  }

  // --- navigation

  goTo(id: number): void {
    if (!this.tree.has(id)) return;
    if (id === this.current) return;
    const step = get(this.tree, id).parent === this.current;
    this.pending = null;
    this.current = id;
    this.chosen = this.chosenThrough(id);
    this.unfold(id);
    this.requestPosition();
    this.save(600);
    this.onnode(this.node, step);
  }

  protected chosenThrough(id: number): ReadonlyMap<number, number> {
    const chosen = new Map(this.chosen);
    for (const node of path(this.tree, id)) if (node.parent !== null) chosen.set(node.parent, node.id);
    return chosen;
  }

  private unfold(id: number): void {
    const hidden = folds(this.tree, id).filter((head) => this.folded.has(head) && head !== id);
    if (hidden.length === 0) return;
    const folded = new Set(this.folded);
    for (const head of hidden) folded.delete(head);
    this.folded = folded;
  }

  /** Folds the variation up, or opens it. */
  fold(id: number): void {
    const folded = new Set(this.folded);
    if (!folded.delete(id)) {
      folded.add(id);
      // If the current node is inside, its first move becomes the current node.
      if (path(this.tree, this.current).some((node) => node.id === id)) this.goTo(id);
    }
    this.folded = folded;
  }

  foldAll(closed: boolean): void {
    const heads = new Set<number>();
    if (closed) for (const row of rows(this.tree, new Set())) if (row.folded !== null) heads.add(row.id);
    const outermost = folds(this.tree, this.current)[0];
    if (closed && outermost !== undefined) this.goTo(outermost);
    this.folded = heads;
  }

  first(): void {
    this.goTo(ROOT);
  }
  previous(): void {
    if (this.node.parent !== null) this.goTo(this.node.parent);
  }
  forward(): void {
    if (this.next !== null) this.goTo(this.next);
  }
  last(): void {
    this.goTo((this.line[this.line.length - 1] ?? this.node).id);
  }
  /** To the variation before or after this one at the same move. */
  sibling(by: -1 | 1): void {
    const all = siblings(this.tree, this.current);
    const to = all[all.indexOf(this.current) + by];
    if (to !== undefined) this.goTo(to);
  }

  /** Whether the players are 下手 and 上手 rather than 先手 and 後手. */
  get isHandicap(): boolean {
    return this.handicap !== null && this.handicap !== "even";
  }

  // --- the position, from the server

  protected requestPosition(): void {
    clearTimeout(this.requestTimer);
    this.requests += 1;
    const mine = this.requests;
    const { usi, sfen } = this.node;
    const key = `${usi ?? ""} ${sfen}`;
    this.noRulesApply = false;
    this.position = this.positions.get(key) ?? null;
    if (this.position !== null) return;
    const ask = (): void => {
      this.requestedAt = performance.now();
      askPosition({ variant: this.variant, sfen, previous: usi, handicap: this.isHandicap }).then(
        ({ position }) => {
          this.offline = false;
          this.remember(key, position);
          if (mine === this.requests) this.position = position;
        },
        (error: unknown) => {
          if (mine !== this.requests || this.closed) return;
          if (!(error instanceof CallError)) throw error;
          this.offline = error.status === 0;
          // A position that the rules cannot be applied to is read-only; the request is not repeated.
          const permanent = error.status >= 400 && error.status < 500 && error.status !== 429;
          this.noRulesApply = permanent;
          if (!permanent) this.requestTimer = setTimeout(() => this.requestPosition(), 3000);
        },
      );
    };
    // While an arrow key is held down, only the last position is requested.
    if (performance.now() - this.requestedAt > 300) ask();
    else this.requestTimer = setTimeout(ask, 200);
  }

  private remember(key: string, position: Position): void {
    this.positions.set(key, position);
    const oldest = this.positions.keys().next();
    if (this.positions.size > KEPT_POSITIONS && !oldest.done) this.positions.delete(oldest.value);
  }

  // --- moves

  /** Plays a move: goes to the child that has it, or adds a variation. Returns whether it was accepted. */
  async play(usi: string): Promise<boolean> {
    const known = findChild(this.tree, this.current, usi);
    if (known !== null) {
      this.goTo(known);
      return true;
    }
    this.pending = usi;
    return this.enter({ play: usi });
  }

  /** Enters a move in any notation; with `illegal` also one that breaks the rules, as records may hold. */
  async enter(what: { play?: string; typed?: string }, illegal = false): Promise<boolean> {
    const at = this.current;
    const { usi, sfen } = this.node;
    this.notice = null;
    try {
      const answer = await askPosition({
        variant: this.variant,
        sfen,
        previous: usi,
        ...what,
        illegal: illegal ? "keep" : "refuse",
        handicap: this.isHandicap,
      });
      this.offline = false;
      if (answer.move === null || this.closed) return false;
      this.remember(`${answer.move.usi} ${answer.move.sfen}`, answer.position);
      if (at === this.current) this.take(answer.move, answer.illegal);
      return true;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      this.offline = error.status === 0;
      const again = error.code === "illegal" && !illegal ? { again: what } : {};
      this.notice = { kind: "refused", text: error.text, ...again };
      return false;
    } finally {
      this.pending = null;
    }
  }

  private take(move: Move, illegal: Illegal | null): void {
    const known = findChild(this.tree, this.current, move.usi);
    if (known !== null) {
      this.goTo(known);
      return;
    }
    const { patch, id } = add(this.tree, this.current, fromMove(move, illegal));
    this.edit(patch, "move");
    this.goTo(id);
  }

  /** Adds an engine's line as a variation; the current node stays. */
  addLine(moves: readonly Move[]): void {
    let tree = this.tree;
    let at = this.current;
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

  // --- editing

  protected edit(patch: Patch, kind: string, headers = this.headers): void {
    const undo = { patch: inverse(this.tree, patch), headers: this.headers, at: this.current, kind };
    const before = this.done[this.done.length - 1];
    const goesOn = kind.includes(":") && before?.kind === kind && before.at === this.current;
    if (!goesOn) this.done = [...this.done, undo].slice(-KEPT_EDITS);
    this.undone = [];
    this.put(patch, headers);
  }

  private put(patch: Patch, headers: Header[]): void {
    this.tree = apply(this.tree, patch);
    this.headers = headers;
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
    const edit = this[from][this[from].length - 1];
    if (edit === undefined) return;
    this.notice = null;
    const back = { ...edit, patch: inverse(this.tree, edit.patch), headers: this.headers, at: this.current };
    this[from] = this[from].slice(0, -1);
    this[to] = [...this[to], back];
    // The current node must exist both before and after the edit.
    const tree = apply(this.tree, edit.patch);
    if (!tree.has(this.current))
      this.goTo(path(this.tree, this.current).findLast(({ id }) => tree.has(id))?.id ?? ROOT);
    this.put(edit.patch, edit.headers);
    if (this.tree.has(edit.at)) this.goTo(edit.at);
    this.requestPosition();
  }

  comment(text: string): void {
    if (text !== this.node.comment) this.annotate({ comment: text }, "comment");
  }
  bookmark(text: string): void {
    if (text !== this.node.bookmark) this.annotate({ bookmark: text }, "bookmark");
  }
  end(ending: Ending | null): void {
    this.annotate({ ending }, "ending");
  }
  /** The comment on the end of the line, after its last move. */
  endComment(comment: string): void {
    const { ending } = this.node;
    if (ending !== null && comment !== ending.comment)
      this.annotate({ ending: { ...ending, comment } }, "end-comment");
  }
  private annotate(data: Partial<NodeData>, what: string): void {
    this.edit(change(this.tree, this.current, data), `${what}:${this.current}`);
  }

  describe(headers: Header[]): void {
    if (JSON.stringify(headers) !== JSON.stringify(this.headers)) this.edit(new Map(), "headers", headers);
  }

  /** Deletes the current node and all nodes below it. */
  delete(): void {
    const { parent, id } = this.node;
    const moves = count(this.tree, id);
    if (moves === 0) return;
    const patch = remove(this.tree, id);
    const undo = { patch: inverse(this.tree, patch), headers: this.headers, at: id, kind: "delete" };
    if (parent !== null) this.goTo(parent);
    this.done = [...this.done, undo].slice(-KEPT_EDITS);
    this.undone = [];
    this.put(patch, this.headers);
    this.requestPosition();
    this.notice = { kind: "deleted", text: null, moves };
  }

  promote(): void {
    if (this.promotion !== null) this.edit(this.promotion, "promote");
  }
  demote(): void {
    if (this.demotion !== null) this.edit(this.demotion, "demote");
  }
  makeMain(): void {
    if (this.toMain !== null) this.edit(this.toMain, "main");
  }

  // --- saving and export

  /** The record as it is stored. */
  private snapshot(): StoredRecord {
    return {
      id: this.id,
      source: this.source,
      revision: this.revision,
      edited: this.edited,
      variant: this.variant,
      headers: this.headers,
      start_sfen: this.start_sfen,
      handicap: this.handicap,
      nodes: [...this.tree.values()],
      warnings: this.warnings,
      current: this.current,
    };
  }

  protected save(after: number): void {
    this.unsaved = true;
    clearTimeout(this.saveTimer);
    this.saveTimer = setTimeout(() => this.flush(), after);
  }

  /** Saves pending changes immediately. */
  flush(): void {
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
        this.canStore = await saveRecord(record, summarize(record, Date.now()), base);
        this.pendingChanges.shift();
        if (!this.unsaved && this.pendingChanges.length === 1) clearUnsaved(this.id);
      } catch (error) {
        if (!(error instanceof Conflict)) throw error;
        if (!hasEdits) return;
        // Another window has changed the same record: save this version as a copy.
        const copy = { ...record, id: newId(), source: "copy" };
        this.canStore = await saveRecord(copy, summarize(copy, Date.now()));
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

  /** The record as the server needs it for export, and the current node's index in it. */
  bare(): { record: BareRecord; node: number } {
    const { nodes, places } = toWire(this.tree);
    const headers = this.headers.map(({ name, value }) => ({ name, value }));
    const { variant, start_sfen } = this;
    return { record: { variant, headers, start_sfen, nodes }, node: places.get(this.current) ?? 0 };
  }

  get mover(): "black" | "white" | null {
    return this.noRulesApply || this.pending !== null ? null : turn(this.node);
  }
}
