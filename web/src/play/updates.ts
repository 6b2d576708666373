// A game after an update of the server, which has only what has changed.

import type { Game, ServerMessage } from "../api/types";

type Update = Extract<ServerMessage, { type: "update" }>;

export function afterUpdate(game: Game, update: Update): Game {
  const { type: _type, game: _id, keep, moves, analyses, notice: _notice, ...changed } = update;
  return {
    ...game,
    ...changed,
    moves: [...game.moves.slice(0, keep), ...moves],
    analyses: [...game.analyses.filter(({ ply }) => ply <= keep), ...analyses],
  };
}
