// The boards of a simultaneous display, as its host goes from one to the next. The host is White on all of them.

import type { TournamentGame } from "../api/types";
import type { SimulWords } from "./simul_texts";

/** A board, as far as its place in the strip needs. */
export interface SimulBoard {
  game: string;
  number: number;
  /** Whether the host is to move. */
  waits: boolean;
  /** Since when, by `performance.now()`; 0: since before the page was open. */
  since: number;
  over: boolean;
}

type Result = TournamentGame["result"];

/** Who has won a game, as text. */
export function resultText(result: Result, s: SimulWords): string {
  if (result === null) return s.isPlaying;
  return {
    black: s.hostLost,
    white: s.hostWon,
    draw: s.drawn,
    neither: s.nobodyWon,
    "black-walkover": s.hostLostUnplayed,
    "white-walkover": s.hostWonUnplayed,
  }[result];
}

/** The boards where the host is to move first, the longest wait before the others; then the rest, and those that are over. */
export function inOrder<Board extends SimulBoard>(boards: readonly Board[]): Board[] {
  const rank = (board: Board): number => (board.over ? 2 : board.waits ? 0 : 1);
  return [...boards].sort(
    (first, second) =>
      rank(first) - rank(second) ||
      (first.waits ? first.since - second.since : 0) ||
      first.number - second.number,
  );
}

/** The board that opens next; null: none waits but the one that is open. */
export function nextBoard(boards: readonly SimulBoard[], open: string | null): string | null {
  return inOrder(boards).find(({ game, waits, over }) => waits && !over && game !== open)?.game ?? null;
}

/** Whether the next board opens by itself: nobody waits at the one that is open. */
export function isDone(boards: readonly SimulBoard[], open: string | null): boolean {
  const board = boards.find(({ game }) => game === open);
  return board === undefined || board.over || !board.waits;
}
