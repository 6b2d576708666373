// Practice with a chapter: the reader finds the moves of one side, the others are played. Immutable values.
//
// The answer at a node is its first child. Another child is accepted if its bookmark begins with one of
// GOOD; any other child is a mistake that the study explains, by its comment and the move that answers it.

import type { Color } from "../api/types";
import { findChild, get, path, ROOT, turn, type Tree, type TreeNode } from "../tree/tree";

/** How a bookmark begins that marks a variation as good. */
export const GOOD: readonly string[] = ["!", "！", "○", "◎", "〇"];

/** How a move was found: at once, after wrong ones, after a hint, or not. */
export type Found = "first" | "later" | "hint" | "shown";

/** What was said of the last move that was tried. */
export type Verdict =
  | { kind: "right"; isAnswer: boolean }
  /** `known`: the variation with this move; `reply`: the move that answers it there. */
  | { kind: "wrong"; usi: string; known: TreeNode | null; reply: TreeNode | null };

export interface Practice {
  readonly tree: Tree;
  readonly side: Color;
  /** The node that is shown. */
  readonly at: number;
  /** The wrong moves here. */
  readonly wrong: readonly string[];
  readonly hinted: boolean;
  readonly verdict: Verdict | null;
  /** The moves that are behind the reader, with their nodes. */
  readonly results: readonly { node: number; found: Found }[];
}

/** The child with which the line goes on; null at its end, and before a move that breaks the rules. */
export function answer(tree: Tree, at: number): TreeNode | null {
  const node = get(tree, at);
  const [first] = node.children;
  if (node.ending !== null || first === undefined) return null;
  const child = get(tree, first);
  return child.illegal === null ? child : null;
}

const isGood = ({ bookmark, illegal }: TreeNode): boolean =>
  illegal === null && GOOD.some((sign) => bookmark.trim().startsWith(sign));

export const begin = (tree: Tree, side: Color): Practice => ({
  tree,
  side,
  at: ROOT,
  wrong: [],
  hinted: false,
  verdict: null,
  results: [],
});

/** Whether the practice is at an end, the reader is to move, or the other side. */
export function phase({ tree, side, at }: Practice): "end" | "find" | "reply" {
  if (answer(tree, at) === null) return "end";
  return turn(get(tree, at)) === side ? "find" : "reply";
}

/** Plays the move of the other side; no change unless it is to move. */
export function reply(practice: Practice): Practice {
  const next = answer(practice.tree, practice.at);
  return phase(practice) !== "reply" || next === null ? practice : { ...practice, at: next.id };
}

/** The reader plays a legal move; no change unless a move is to be found. */
export function attempt(practice: Practice, usi: string): Practice {
  const { tree, at, wrong, hinted } = practice;
  const right = answer(tree, at);
  if (phase(practice) !== "find" || right === null) return practice;
  const known = findChild(tree, at, usi);
  const node = known === null ? null : get(tree, known);
  if (node === null || (node.id !== right.id && !isGood(node))) {
    const verdict: Verdict = {
      kind: "wrong",
      usi,
      known: node,
      reply: node === null ? null : answer(tree, node.id),
    };
    return { ...practice, verdict, wrong: wrong.includes(usi) ? wrong : [...wrong, usi] };
  }
  const found = hinted ? "hint" : wrong.length > 0 ? "later" : "first";
  return onward(practice, node.id, found, { kind: "right", isAnswer: node.id === right.id });
}

/** Tells which piece moves: its square, or its letter for a drop. Null unless a move is to be found. */
export function hint(practice: Practice): { practice: Practice; from: string } | null {
  const usi = answer(practice.tree, practice.at)?.usi ?? null;
  if (phase(practice) !== "find" || usi === null) return null;
  const from = usi.includes("*") ? usi.slice(0, usi.indexOf("*")) : (/^\d+[a-z]+/.exec(usi)?.[0] ?? usi);
  return { practice: { ...practice, hinted: true, verdict: null }, from };
}

/** Plays the answer for the reader. */
export function show(practice: Practice): Practice {
  const right = answer(practice.tree, practice.at);
  if (phase(practice) !== "find" || right === null) return practice;
  return onward(practice, right.id, "shown", null);
}

function onward(practice: Practice, at: number, found: Found, verdict: Verdict | null): Practice {
  const results = [...practice.results, { node: at, found }];
  return { ...practice, at, wrong: [], hinted: false, verdict, results };
}

/** How many moves the reader has still to find if the line goes on as it does. */
export function left({ tree, side, at }: Practice): number {
  let moves = 0;
  for (let node = answer(tree, at); node !== null; node = answer(tree, node.id))
    if (turn(get(tree, node.parent ?? ROOT)) === side) moves += 1;
  return moves;
}

/** How many of the moves were found in which way. */
export function tally({ results }: Practice): Record<Found, number> {
  const sums = { first: 0, later: 0, hint: 0, shown: 0 };
  for (const { found } of results) sums[found] += 1;
  return sums;
}

/** The number of the move that is shown. */
export const plyOf = ({ tree, at }: Practice): number => path(tree, at).length - 1;
