// A record's move tree as immutable values. An edit is a set of replaced nodes; their old values undo it.

import type { BareNode, NodeData, WireNode } from "../api/records";
import type { Color, Illegal, Move } from "../api/types";
import { other } from "../board/sfen";

export interface TreeNode extends NodeData {
  /** Never changes, even if other nodes are edited. */
  id: number;
  parent: number | null;
  /** The first continues the line; the others are variations. */
  children: readonly number[];
}

export type Tree = ReadonlyMap<number, TreeNode>;

/** The new nodes by id; null: deleted. */
export type Patch = ReadonlyMap<number, TreeNode | null>;

export const ROOT = 0;

export function get(tree: Tree, id: number): TreeNode {
  const node = tree.get(id);
  if (node === undefined) throw new RangeError(`the tree has no node ${id}`);
  return node;
}

/** Nodes as the server lists them: every parent before its children. */
export function fromWire(list: readonly WireNode[]): Tree {
  const children = list.map((): number[] => []);
  list.forEach(({ parent }, index) => {
    if (parent === null ? index !== 0 : !(parent >= 0 && parent < index))
      throw new RangeError(`node ${index} comes before its parent ${parent}`);
    if (parent !== null) children[parent]?.push(index);
  });
  return new Map(list.map((node, id) => [id, { ...node, id, children: children[id] ?? [] }]));
}

/** The data of a node at this position without a move, comment or ending. */
export const blank = (sfen: string): NodeData => ({
  usi: null,
  sfen,
  color: null,
  captured: null,
  text: null,
  spoken: null,
  check: false,
  illegal: null,
  comment: "",
  bookmark: "",
  ms: null,
  total_ms: null,
  analyses: [],
  ending: null,
});

/** The data of a node whose move was just entered. */
export const fromMove = (move: Move, illegal: Illegal | null): NodeData => ({
  ...blank(move.sfen),
  usi: move.usi,
  color: move.color,
  captured: move.captured,
  text: move.text,
  spoken: move.spoken,
  check: move.check,
  illegal,
});

/** All nodes, depth first: each node is followed by its first child's subtree. */
export function* depthFirst(tree: Tree, from = ROOT): Generator<TreeNode> {
  const stack = [from];
  for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
    const node = get(tree, id);
    yield node;
    for (let at = node.children.length - 1; at >= 0; at -= 1) stack.push(node.children[at] as number);
  }
}

/** The nodes as the server needs them for export, and each node's index in that list. */
export function toWire(tree: Tree): { nodes: BareNode[]; places: ReadonlyMap<number, number> } {
  const places = new Map<number, number>();
  const nodes: BareNode[] = [];
  for (const { id, parent, usi, comment, bookmark, ms, total_ms, analyses, ending } of depthFirst(tree)) {
    places.set(id, nodes.length);
    const node: BareNode = { parent: parent === null ? null : (places.get(parent) ?? 0), usi };
    if (comment !== "") node.comment = comment;
    if (bookmark !== "") node.bookmark = bookmark;
    if (ms !== null) node.ms = ms;
    if (total_ms !== null) node.total_ms = total_ms;
    if (analyses.length > 0) node.analyses = analyses;
    if (ending !== null) node.ending = ending;
    nodes.push(node);
  }
  return { nodes, places };
}

// --- navigation

/** From the root to the node, both included. */
export function path(tree: Tree, id: number): TreeNode[] {
  const way: TreeNode[] = [];
  for (let at: number | null = id; at !== null;) {
    const node: TreeNode = get(tree, at);
    way.push(node);
    at = node.parent;
  }
  return way.reverse();
}

/** The child that continues the line: the one last visited, else the first unless the line ends here. */
export function onward(node: TreeNode, chosen: ReadonlyMap<number, number>): number | null {
  const last = chosen.get(node.id);
  if (last !== undefined && node.children.includes(last)) return last;
  return node.ending === null ? (node.children[0] ?? null) : null;
}

/** The whole line through the node: the path to it, and on through the children last visited. */
export function line(tree: Tree, id: number, chosen: ReadonlyMap<number, number> = new Map()): TreeNode[] {
  const nodes = path(tree, id);
  for (let next = onward(get(tree, id), chosen); next !== null;) {
    const node = get(tree, next);
    nodes.push(node);
    next = onward(node, chosen);
  }
  return nodes;
}

export const ply = (tree: Tree, id: number): number => path(tree, id).length - 1;

export function siblings(tree: Tree, id: number): readonly number[] {
  const { parent } = get(tree, id);
  return parent === null ? [id] : get(tree, parent).children;
}

export const findChild = (tree: Tree, id: number, usi: string): number | null =>
  get(tree, id).children.find((child) => get(tree, child).usi === usi) ?? null;

/** The size of the node's subtree, itself included. */
export function count(tree: Tree, id: number): number {
  let moves = 0;
  for (const node of depthFirst(tree, id)) if (node.usi !== null) moves += 1;
  return moves;
}

/** The side to move at the node. */
export const turn = (node: NodeData): Color =>
  node.color !== null ? other(node.color) : node.sfen.split(" ")[1] === "w" ? "white" : "black";

/** Whether a variation begins with the node: it is not its parent's first child, or the line ends before it. */
export function isHead(tree: Tree, node: TreeNode): boolean {
  if (node.parent === null) return false;
  const parent = get(tree, node.parent);
  return parent.ending !== null || parent.children[0] !== node.id;
}

/** The head of the innermost variation the node is in; null in the main line. */
export function variation(tree: Tree, id: number): TreeNode | null {
  for (let node = get(tree, id); node.parent !== null; node = get(tree, node.parent))
    if (isHead(tree, node)) return node;
  return null;
}

// --- edits

export function apply(tree: Tree, patch: Patch): Tree {
  const next = new Map(tree);
  for (const [id, node] of patch) {
    if (node === null) next.delete(id);
    else next.set(id, node);
  }
  return next;
}

/** The patch that undoes `patch` after it was applied to the tree. */
export function inverse(tree: Tree, patch: Patch): Patch {
  return new Map([...patch.keys()].map((id) => [id, tree.get(id) ?? null]));
}

/** Adds a move below the node, as its last variation. */
export function add(tree: Tree, parent: number, data: NodeData): { patch: Patch; id: number } {
  const before = get(tree, parent);
  let id = 0;
  for (const known of tree.keys()) id = Math.max(id, known + 1);
  const node: TreeNode = { ...data, id, parent, children: [] };
  return {
    patch: new Map([
      [parent, { ...before, children: [...before.children, id] }],
      [id, node],
    ]),
    id,
  };
}

export const change = (tree: Tree, id: number, data: Partial<NodeData>): Patch =>
  new Map([[id, { ...get(tree, id), ...data }]]);

/** Deletes the node and its subtree; the root stays and loses its children. */
export function remove(tree: Tree, id: number): Patch {
  const node = get(tree, id);
  const patch = new Map<number, TreeNode | null>();
  for (const each of depthFirst(tree, id)) patch.set(each.id, null);
  if (node.parent === null) patch.set(id, { ...node, children: [] });
  else patch.set(node.parent, without(get(tree, node.parent), id));
  return patch;
}

const without = (node: TreeNode, child: number): TreeNode => ({
  ...node,
  children: node.children.filter((each) => each !== child),
});

/** Moves the variation the node is in one place up (by: -1) or down; null if it cannot be moved. */
export function shift(tree: Tree, id: number, by: -1 | 1): Patch | null {
  const head = variation(tree, id) ?? (by === 1 ? fork(tree, id) : null);
  if (head?.parent == null) return null;
  const parent = get(tree, head.parent);
  const children = [...parent.children];
  const from = children.indexOf(head.id);
  const to = from + by;
  if (to < 0 || to >= children.length) return null;
  children.splice(from, 1);
  children.splice(to, 0, head.id);
  return new Map([[parent.id, { ...parent, children }]]);
}

/** The nearest ancestor, or the node itself, that has siblings. */
function fork(tree: Tree, id: number): TreeNode | null {
  for (let node = get(tree, id); node.parent !== null; node = get(tree, node.parent))
    if (siblings(tree, node.id).length > 1) return node;
  return null;
}

/** Makes the line through the node the main line; null if it is already. */
export function makeMain(tree: Tree, id: number): Patch | null {
  const patch = new Map<number, TreeNode>();
  for (const node of path(tree, id)) {
    if (node.parent === null) continue;
    const parent = get(tree, node.parent);
    if (parent.children[0] === node.id) continue;
    const children = [node.id, ...parent.children.filter((child) => child !== node.id)];
    patch.set(parent.id, { ...parent, children });
  }
  return patch.size === 0 ? null : patch;
}
