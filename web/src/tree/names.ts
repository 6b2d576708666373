// Where the names of a line are shown: at the moves, and for each side.

import type { Color, Name } from "../api/types";
import type { TreeNode } from "./tree";

/** The names by the node after whose move they stand. `line` begins with the root. Pairings of rooks are left out. */
export function namesAtNodes(line: readonly TreeNode[], names: readonly Name[]): Map<number, Name[]> {
  const found = new Map<number, Name[]>();
  for (const name of names) {
    const node = line[name.ply];
    if (node === undefined || name.is_pairing) continue;
    const here = found.get(node.id) ?? [];
    if (!here.some(({ kind, id }) => kind === name.kind && id === name.id)) here.push(name);
    found.set(node.id, here);
  }
  return found;
}

/** The openings of a side; the pairing of rooks only if no other opening has a name. */
export function openingsOf(side: Color, names: readonly Name[]): Name[] {
  const openings = names.filter((name) => name.side === side && name.kind === "opening");
  const particular = openings.filter((name) => !name.is_pairing);
  return particular.length > 0 ? particular : openings;
}
