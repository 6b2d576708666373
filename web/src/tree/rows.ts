// The tree as rows of a list: each move is followed by its variations, indented, then the line continues.

import { count, get, isHead, path, ROOT, type Tree } from "./tree";

export interface Row {
  /** The node; for the end of a line, the node it ends at. */
  id: number;
  kind: "start" | "move" | "end";
  /** How many variations deep. */
  depth: number;
  ply: number;
  /** For the first move of a variation, whether it is folded; else null. */
  folded: boolean | null;
  /** If folded, the number of hidden moves. */
  hidden: number;
}

/** The rows in reading order. Iterative, so that deep trees do not overflow the stack. */
export function rows(tree: Tree, folded: ReadonlySet<number>): Row[] {
  const row = { kind: "move", depth: 0, ply: 0, folded: null, hidden: 0 } as const;
  const list: Row[] = [{ ...row, id: ROOT, kind: "start" }];
  // A stack of the nodes still to be listed: continuations and heads of variations.
  const todo: { id: number; depth: number; ply: number; head: boolean }[] = [
    { id: ROOT, depth: 0, ply: 0, head: false },
  ];
  for (let job = todo.pop(); job !== undefined; job = todo.pop()) {
    const { id, depth, ply } = job;
    const node = get(tree, id);
    if (job.head) {
      const closed = folded.has(id);
      const hasSubtree = node.children.length > 0 || node.ending !== null;
      list.push({
        ...row,
        id,
        depth,
        ply,
        folded: hasSubtree ? closed : null,
        hidden: closed ? count(tree, id) - 1 : 0,
      });
      if (closed && hasSubtree) continue;
    }
    if (node.ending !== null) list.push({ ...row, id, kind: "end", depth, ply: ply + 1 });
    const goesOn = node.ending === null ? node.children[0] : undefined;
    if (goesOn !== undefined) {
      list.push({ ...row, id: goesOn, depth, ply: ply + 1 });
      todo.push({ id: goesOn, depth, ply: ply + 1, head: false });
    }
    // A line that ends here has no continuation: all children are variations.
    for (const child of node.children.filter((each) => each !== goesOn).reverse())
      todo.push({ id: child, depth: depth + 1, ply: ply + 1, head: true });
  }
  return list;
}

/** The first moves of the variations on the path to the node: they must be unfolded to show it. */
export const folds = (tree: Tree, id: number): number[] =>
  path(tree, id)
    .filter((node) => isHead(tree, node))
    .map((node) => node.id);
