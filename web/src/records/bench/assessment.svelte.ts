// What the engine, the review and the analyses in the record say of it.

import { LiveEngine } from "../../analysis/live_engine.svelte";
import { scoreWords } from "../../analysis/score_words";
import { shortScore } from "../../analysis/short_score";
import type { Color } from "../../api/types";
import { GameReview } from "../../review/game_review.svelte";
import { isError, SIGNS } from "../../review/mistakes";
import { path, type TreeNode } from "../../tree/tree";
import type { TreeCursor } from "../../tree/tree_cursor.svelte";
import { lastScored, winRateDifference } from "../../tree/win_rate";

type Score = Parameters<typeof winRateDifference>[0];
const winRate = (score: Score): number => (winRateDifference(score) + 1) / 2;

export class Assessment {
  readonly engine: LiveEngine;
  readonly review: GameReview;
  /** Whether the engine has been turned on once: its panel is loaded then. */
  engineUsed = $state(false);
  /** Whose mistakes are being learnt from. */
  learning = $state.raw<Color | "both" | null>(null);

  /** How the current position came about; after an illegal move only the position itself. */
  readonly line = $derived.by(() => {
    const { tree, current, node, start_sfen } = this.cursor;
    const nodes = path(tree, current);
    const { sfen } = node;
    return nodes.some(({ illegal }) => illegal !== null)
      ? { start_sfen: sfen, moves: [], sfen }
      : { start_sfen, moves: nodes.flatMap(({ usi }) => usi ?? []), sfen };
  });

  private readonly reviewed = $derived.by(() => this.review.at(this.cursor.current));
  /** The current move, if it is a mistake. */
  readonly remark = $derived.by(() =>
    this.reviewed !== null && isError(this.reviewed) ? this.reviewed : null,
  );

  /** What the evaluation bar shows: the engine, else the review, else the record's own analyses. */
  readonly evaluation = $derived.by((): { win: number; text: string } | null => {
    const found = this.engine.best ?? null;
    if (found !== null) {
      const score = { centipawns: found.cp, mate: found.mate, mating: null };
      return { win: found.win ?? winRate(score), text: scoreWords(score) };
    }
    if (this.reviewed !== null && this.reviewed.win !== null) {
      const { win, cp, mate } = this.reviewed;
      return { win, text: scoreWords({ centipawns: cp, mate, mating: null }) };
    }
    const own = lastScored(this.cursor.node);
    return own === null ? null : { win: winRate(own), text: scoreWords(own) };
  });

  /** The curve under the board: the review's, else that of the analyses in the record. */
  readonly curve = $derived.by(() => {
    const { wins, nodes, review } = this.review;
    if (wins.length > 1) return { wins, nodes, review };
    const { line } = this.cursor;
    const scores = line.map(lastScored);
    return { wins: scores.map((own) => (own === null ? null : winRate(own))), nodes: line, review: null };
  });
  readonly hasCurve = $derived.by(() => this.curve.wins.filter((win) => win !== null).length > 1);
  readonly curveAt = $derived.by(() => {
    const at = this.curve.nodes.findIndex(({ id }) => id === this.cursor.current);
    return at < 0 ? null : at;
  });

  /** The mistakes that can be learnt from. */
  readonly exercises = $derived.by(() =>
    (this.curve.review?.moves ?? [])
      .filter((move) => isError(move) && move.best !== null)
      .map((mistake) => {
        const before = this.review.nodes[mistake.ply - 1];
        return { mistake, sfen: before?.sfen ?? this.cursor.start_sfen, previous: before?.usi ?? null };
      }),
  );

  /** To be called while a component is created. */
  constructor(
    private readonly cursor: TreeCursor,
    helps: () => boolean,
    onsay: (text: string) => void,
  ) {
    this.engine = new LiveEngine(() => this.line, helps, onsay);
    this.review = new GameReview(cursor, onsay);
    $effect(() => {
      if (this.engine.on) this.engineUsed = true;
    });
  }

  readonly signAt = (id: number): string => {
    const move = this.review.at(id);
    return move === null ? "" : SIGNS[move.move_class];
  };
  readonly scoreAt = (node: TreeNode): string => {
    const move = this.review.at(node.id);
    const score = move === null ? lastScored(node) : { centipawns: move.cp, mate: move.mate };
    return score === null ? "" : shortScore(score);
  };
}
