// The texts of the result of a game.

import type { Color } from "../api/types";
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
  lost: "負けました",
  thanks: "ありがとうございました",
  thanksGloss: "thank you for the game",
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
  lost: "負けました",
  thanks: "ありがとうございました",
  thanksGloss: "",
};

export const resultWords = inLanguages({ en, ja });
