// What a review needs of the open record.

import type { GameRecordInput, Move } from "../api/types";
import type { Tree } from "../tree/tree";

export interface ReviewedRecord {
  readonly tree: Tree;
  /** The id of the node that is shown. */
  readonly current: number;
  readonly start_sfen: string;
  /** Whether the players are 下手 and 上手 rather than 先手 and 後手. */
  readonly isHandicap: boolean;
  /** The record as the server reads it. */
  bare(): { record: GameRecordInput };
  goTo(id: number): void;
  /** Adds moves after the node that is shown. */
  addLine(moves: readonly Move[]): void;
}
