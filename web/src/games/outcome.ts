// How a game stands, or how it ended, for the person whose list it is in.

import type { GameSummary } from "../api/types";
import { resultWords } from "../play/result_texts";
import { gamesWords } from "./texts";

export function outcomeOf(game: GameSummary): string {
  const words = gamesWords();
  if (game.adjourned)
    return [words.adjourned, game.resume === null ? null : words.proposed[game.resume]]
      .filter((text) => text !== null)
      .join(" — ");
  if (game.days > 0 && game.status === "playing")
    return [
      game.your_turn ? words.yourTurn : words.theirTurn,
      game.left_ms === null ? null : words.left(game.left_ms),
    ]
      .filter((text) => text !== null)
      .join(" — ");
  if (game.status === "playing") return words.playing;
  if (game.result === null) return resultWords().over;
  if (game.result.winner === null) return resultWords().draw;
  if (game.both) return resultWords().wins(game.result.winner, game.handicap !== "even");
  return game.result.winner === game.you ? resultWords().win : resultWords().loss;
}
