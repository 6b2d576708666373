// The numbers of a search, as the tables and pictures show them: pure functions.

import type { Iteration, SearchReport, ThinkingJob } from "../api/types";

/** Positions that are decided before their moves are searched, by the names of the server's counts. */
const DECIDED = [
  "game_ends",
  "table_cutoffs",
  "mates_in_one",
  "razoring",
  "reverse_futility",
  "null_moves",
  "probcut",
  "multi_cuts",
  "stand_pat",
] as const;
const SKIPPED = ["futility", "history", "exchange", "improbable", "quiescence_moves"] as const;
const CHANGED = ["reduced", "searched_again", "extended"] as const;

export type Reason =
  | (typeof DECIDED)[number]
  | (typeof SKIPPED)[number]
  | (typeof CHANGED)[number]
  | "beta_cutoffs"
  | "all_moves"
  | "leaves"
  | "late_moves";

export interface Share {
  reason: Reason;
  count: number;
  /** Of the whole group, from 0 to 1. */
  share: number;
}

const total = (iterations: readonly Iteration[], name: string): number =>
  iterations.reduce((sum, each) => sum + (each.counts[name] ?? 0), 0);

function shares(counts: [Reason, number][], all: number): Share[] {
  return counts
    .filter(([, count]) => count > 0)
    .map(([reason, count]) => ({ reason, count, share: all > 0 ? count / all : 0 }))
    .sort((a, b) => b.count - a.count);
}

/** How the positions of all iterations were settled: the shares add up to 1. */
export function settled(iterations: readonly Iteration[]): Share[] {
  const nodes = iterations.reduce((sum, each) => sum + each.nodes, 0);
  const counts: [Reason, number][] = [...DECIDED, "beta_cutoffs" as const].map((name) => [
    name,
    total(iterations, name),
  ]);
  // The end of the game is counted among the leaves, too, where a line ends there.
  const known = counts.reduce((sum, [, count]) => sum + count, 0);
  const leaves = Math.min(total(iterations, "leaves"), Math.max(0, nodes - known));
  counts.push(["leaves", leaves], ["all_moves", Math.max(0, nodes - known - leaves)]);
  return shares(counts, nodes);
}

/** The moves that were skipped one by one, by reason: the shares add up to 1. */
export function skippedMoves(iterations: readonly Iteration[]): Share[] {
  const counts: [Reason, number][] = SKIPPED.map((name) => [name, total(iterations, name)]);
  return shares(
    counts,
    counts.reduce((sum, [, count]) => sum + count, 0),
  );
}

/** The moves that were searched to another depth, and the positions whose late moves were skipped. */
export function changedMoves(iterations: readonly Iteration[]): Share[] {
  const counts: [Reason, number][] = [...CHANGED, "late_moves" as const].map((name) => [
    name,
    total(iterations, name),
  ]);
  return shares(counts, Math.max(...counts.map(([, count]) => count)));
}

export interface DepthRow {
  depth: number;
  /** The lines of this depth; null: too many to count. */
  lines: number | null;
  /** The nodes of each search up to this depth; null: not reached. */
  nodes: (number | null)[];
}

/** The nodes that each search needed from the start to the end of each depth. */
export function depthRows(job: Pick<ThinkingJob, "full_tree" | "searches">): DepthRow[] {
  const sums = job.searches.map((search) => nodesToDepth(search));
  const deepest = Math.max(0, ...sums.flatMap((each) => [...each.keys()]));
  return Array.from({ length: deepest }, (_, index) => ({
    depth: index + 1,
    lines: job.full_tree[index] ?? null,
    nodes: sums.map((each) => each.get(index + 1) ?? null),
  })).filter(({ nodes }) => nodes.some((count) => count !== null));
}

function nodesToDepth(search: SearchReport): Map<number, number> {
  const sums = new Map<number, number>();
  let sum = 0;
  for (const iteration of search.iterations) {
    sum += iteration.nodes;
    if (!iteration.solved) sums.set(iteration.depth, sum);
  }
  return sums;
}

/** The width of a bar on a logarithmic scale, from 0 to 1. */
export const barWidth = (count: number, largest: number): number =>
  count <= 0 ? 0 : largest <= 1 ? 1 : Math.max(0.02, Math.log10(count) / Math.log10(largest));

/** The share of the cutoffs that the first move caused; null without a cutoff. */
export function firstMoveShare({ counts }: Pick<Iteration, "counts">): number | null {
  const cutoffs = counts["beta_cutoffs"] ?? 0;
  return cutoffs === 0 ? null : (counts["first_move_cutoffs"] ?? 0) / cutoffs;
}

/** "+54", "−120"; `mate` writes the length of a mate. */
export function scoreText(
  { cp, mate }: { cp: number | null; mate: number | null },
  mateText: (plies: number) => string,
): string {
  if (mate !== null) return mateText(mate);
  if (cp === null) return "";
  return cp > 0 ? `+${cp}` : cp < 0 ? `−${-cp}` : "0";
}
