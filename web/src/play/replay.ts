// Draws that are replayed with colours exchanged in the remaining time, by the rules of professional games.

import type { Game } from "../api/types";

const REPLAYED: readonly string[] = ["sennichite", "impasse_agreed", "impasse_declaration"];

/** Whether the game has ended in a draw that the server replays. */
export const willReplay = ({ replay_draws, result }: Pick<Game, "replay_draws" | "result">): boolean =>
  replay_draws && result !== null && result.winner === null && REPLAYED.includes(result.termination);
