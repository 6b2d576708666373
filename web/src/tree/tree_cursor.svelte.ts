// An open tree of moves: the node that is shown, the way there and on from it, and its position. What happens to
// edits is up to the `Edits` that it is given.

import type { BareRecord } from "../api/records";
import type { Header, Position } from "../api/types";
import { parseSfen, preview, type Diagram } from "../board/sfen";
import { STANDARD, type BoardSpec } from "../board/spec";
import type { Edits, Notice } from "./edits";
import { Positions } from "./positions.svelte";
import { folds, rows, type Row } from "./rows";
import {
  get,
  line,
  makeMain,
  onward,
  path,
  ROOT,
  shift,
  siblings,
  toWire,
  turn,
  type Tree,
  type TreeNode,
} from "./tree";

/** A tree as it is opened. */
export interface OpenedTree {
  readonly id: string;
  /** The variant with its options, see api/variant_key.ts. */
  readonly variant: string;
  readonly headers: Header[];
  readonly start_sfen: string;
  readonly handicap: string | null;
  readonly nodes: readonly TreeNode[];
}

export class TreeCursor<E extends Edits = Edits> {
  readonly id: string;
  readonly variant: string;
  readonly start_sfen: string;
  readonly handicap: string | null;
  /** The board and the pieces of the variant. */
  readonly spec: BoardSpec = STANDARD;

  tree = $state.raw<Tree>(new Map());
  headers = $state.raw<Header[]>([]);
  current = $state(ROOT);
  folded = $state.raw<ReadonlySet<number>>(new Set());
  /** The child last visited from each node; stepping forward goes there. */
  chosen = $state.raw<ReadonlyMap<number, number>>(new Map());
  /** A move sent and not yet confirmed. */
  pending = $state<string | null>(null);
  notice = $state.raw<Notice | null>(null);

  readonly node = $derived<TreeNode>(get(this.tree, this.current));
  readonly rows = $derived<Row[]>(rows(this.tree, this.folded));
  readonly line = $derived<TreeNode[]>(line(this.tree, this.current, this.chosen));
  readonly ply = $derived(path(this.tree, this.current).length - 1);
  readonly here = $derived<Diagram>(parseSfen(this.node.sfen, this.spec));
  readonly diagram = $derived<Diagram>(
    this.pending === null ? this.here : preview(this.here, this.pending, this.spec),
  );
  /** Whether any node has an engine analysis. */
  readonly analysed = $derived([...this.tree.values()].some(({ analyses }) => analyses.length > 0));
  readonly next = $derived(onward(this.node, this.chosen) ?? this.node.children[0] ?? null);
  /** How the variation would be moved; null: it cannot. */
  readonly promotion = $derived(shift(this.tree, this.current, -1));
  readonly demotion = $derived(shift(this.tree, this.current, 1));
  readonly toMain = $derived(makeMain(this.tree, this.current));

  readonly positions: Positions;
  readonly edits: E;

  constructor(
    opened: OpenedTree,
    edits: (cursor: TreeCursor<E>) => E,
    /** Called when the current node changes, by one step forward (`true`) or by a jump. */
    private readonly onnode: (node: TreeNode, step: boolean) => void,
    spec: BoardSpec = STANDARD,
    current = ROOT,
  ) {
    this.spec = spec;
    this.id = opened.id;
    this.variant = opened.variant;
    this.start_sfen = opened.start_sfen;
    this.handicap = opened.handicap;
    this.headers = opened.headers;
    this.tree = new Map(opened.nodes.map((node) => [node.id, node]));
    this.current = this.tree.has(current) ? current : ROOT;
    this.chosen = this.chosenThrough(this.current);
    this.positions = new Positions(this.variant, this.isHandicap);
    this.edits = edits(this);
    this.askPosition();
  }

  close(): void {
    this.positions.close();
    this.edits.close();
  }

  /** Whether the players are 下手 and 上手 rather than 先手 and 後手. */
  get isHandicap(): boolean {
    return this.handicap !== null && this.handicap !== "even";
  }

  /** The position of the current node, once the server has sent it. */
  get position(): Position | null {
    return this.positions.shown;
  }

  /** Whose pieces can be moved now. */
  get mover(): "black" | "white" | null {
    const stays = !this.edits.canEdit || this.positions.noRulesApply || this.pending !== null;
    return stays ? null : turn(this.node);
  }

  askPosition(): void {
    if (this.edits.asksRules) this.positions.show(this.node);
  }

  /** The record as the server needs it for export, and the current node's index in it. */
  bare(): { record: BareRecord; node: number } {
    const { nodes, places } = toWire(this.tree);
    const headers = this.headers.map(({ name, value }) => ({ name, value }));
    const { variant, start_sfen } = this;
    return { record: { variant, headers, start_sfen, nodes }, node: places.get(this.current) ?? 0 };
  }

  // --- navigation

  /** The user goes to this node. */
  goTo(id: number): void {
    this.show(id, true);
  }

  /** Shows this node; `own`: by a step of the user. */
  show(id: number, own = false): void {
    if (!this.tree.has(id) || id === this.current) return;
    const step = get(this.tree, id).parent === this.current;
    this.pending = null;
    this.current = id;
    this.chosen = this.chosenThrough(id);
    this.unfold(id);
    this.askPosition();
    this.edits.moved(own);
    this.onnode(this.node, step);
  }

  /** Takes another tree, in which the current node may be gone: its nearest ancestor there takes its place. */
  replace(tree: Tree): void {
    const stays = path(this.tree, this.current).findLast(({ id }) => tree.has(id))?.id ?? ROOT;
    const moved = stays !== this.current;
    this.folded = new Set([...this.folded].filter((id) => tree.has(id)));
    this.chosen = new Map([...this.chosen].filter(([from, to]) => tree.has(from) && tree.has(to)));
    if (moved) this.current = stays;
    this.tree = tree;
    if (moved) this.askPosition();
  }

  private chosenThrough(id: number): ReadonlyMap<number, number> {
    const chosen = new Map(this.chosen);
    for (const node of path(this.tree, id)) if (node.parent !== null) chosen.set(node.parent, node.id);
    return chosen;
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

  // --- folding

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
}
