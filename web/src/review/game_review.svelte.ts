// The review of the open record: the one that is stored with it, or one that is being made.

import { onDestroy } from "svelte";
import {
  analysisPlaces,
  eitherAnalysis,
  loadDevice,
  serverAnalysis,
  type AnalysisSource,
  type Place,
} from "../analysis/analysis_source";
import type { Review, ReviewedMove, ReviewJob, ReviewRequest } from "../api/types";
import { say } from "../i18n";
import { JobSession } from "../jobs/job_session.svelte";
import { findChild, get, line, ROOT, type TreeNode } from "../tree/tree";
import type { TreeCursor } from "../tree/tree_cursor.svelte";
import { DEPTHS, type Depth } from "./mistakes";

export class GameReview {
  depth = $state<Depth>("normal");
  readonly places = analysisPlaces();
  place = $state<Place>(this.places[0] ?? "server");
  private readonly source: AnalysisSource;
  readonly session: JobSession<ReviewJob, ReviewRequest>;

  /** What was made last, here or by another person. */
  readonly review = $derived.by((): Review | null => this.cursor.edits.review);
  /** The reviewed line, as far as the record still has it. */
  readonly nodes = $derived.by((): readonly TreeNode[] => {
    const { tree } = this.cursor;
    const { review } = this;
    if (review === null) return line(tree, ROOT);
    const nodes = [get(tree, ROOT)];
    for (const { usi } of review.moves) {
      const next = findChild(tree, nodes[nodes.length - 1]?.id ?? ROOT, usi);
      if (next === null) break;
      nodes.push(get(tree, next));
    }
    return nodes;
  });
  private readonly byNode = $derived.by(
    (): ReadonlyMap<number, ReviewedMove> =>
      new Map(
        this.review?.moves.flatMap((move, ply) => {
          const node = this.nodes[ply + 1];
          return node === undefined ? [] : [[node.id, move] as const];
        }),
      ),
  );
  /** Black's win rates by ply, also of a review that is not finished; empty without one. */
  readonly wins = $derived.by((): readonly (number | null)[] => {
    if (this.review !== null) return [this.review.start_win, ...this.review.moves.map(({ win }) => win)];
    return this.session.job?.wins ?? [];
  });

  /** To be called while a component is created. */
  constructor(
    private readonly cursor: TreeCursor,
    onsay: (text: string) => void,
    server: AnalysisSource = serverAnalysis,
  ) {
    this.source = eitherAnalysis(server, loadDevice, () => this.place === "device");
    this.session = new JobSession(this.source.reviews, (job) => {
      if (job.review !== null) this.cursor.edits.keepReview(job.review, job.id);
      if (job.error !== null) onsay(say(job.error));
      // The panel that begins a review has loaded them.
      else
        void import("./texts").then(({ reviewWords: words }) =>
          onsay(job.stopped ? words().stopped : words().finished),
        );
    });
    onDestroy(() => this.session.close());
  }

  /** What the review says of the move of this node. */
  at(id: number): ReviewedMove | null {
    return this.byNode.get(id) ?? null;
  }

  async begin(): Promise<void> {
    await this.session.begin({ record: this.cursor.bare().record, nodes: DEPTHS[this.depth] });
  }

  show(ply: number): void {
    const node = this.nodes[ply];
    if (node !== undefined) this.cursor.goTo(node.id);
  }

  /** Adds the better line before this move, and shows the position there. */
  addBetter({ ply, best }: ReviewedMove): void {
    this.show(ply - 1);
    this.cursor.edits.addLine(best?.line ?? []);
  }

  /** A session that judges single moves. */
  judge(ondone: (job: ReviewJob) => void): JobSession<ReviewJob, ReviewRequest> {
    return new JobSession(this.source.reviews, ondone);
  }
}
