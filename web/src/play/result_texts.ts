// The texts of the result of a game.

import type { Color, Game, Result } from "../api/types";
import { inLanguages } from "../i18n";

const sideJa = (color: Color, odds: boolean): string =>
  odds ? (color === "black" ? "下手" : "上手") : color === "black" ? "先手" : "後手";

const en = {
  title: "Result",
  replay: "Play it again, colours changed",
  win: "You win",
  loss: "You lose",
  draw: "A draw",
  wins: (color: Color, _odds: boolean): string => `${color === "black" ? "Black" : "White"} wins`,
  over: "The game is over",
  noGame: "No result",
  thanks: "Arigatou gozaimashita – thank you for the game",
  rating: "Your rating",
};

const ja: typeof en = {
  title: "結果",
  replay: "先後を替えて指し直し",
  win: "あなたの勝ち",
  loss: "あなたの負け",
  draw: "引き分け",
  wins: (color, odds) => `${sideJa(color, odds)}の勝ち`,
  over: "終局",
  noGame: "勝敗なし",
  thanks: "ありがとうございました",
  rating: "レーティング",
};

export const resultWords = inLanguages({ en, ja });

/** Who has won, in two words. */
export function headline(game: Game, result: Result): string {
  const words = resultWords();
  if (result.winner === null) return result.termination === "interrupted" ? words.noGame : words.draw;
  if (game.you === null || game.both) return words.wins(result.winner, game.handicap !== "even");
  return result.winner === game.you ? words.win : words.loss;
}
