// The texts of the controls at a board: steps through moves, a move that is typed.

import { inLanguages } from "../i18n";

const en = {
  flip: "Flip",
  first: "To the start",
  previous: "One move back",
  next: "One move on",
  last: "To the present",
  typed: "Type a move",
  typedHint: "7g7f, P-7f, P-76, 76歩 or 76fu",
  play: "Play",
};

const ja: typeof en = {
  flip: "盤面反転",
  first: "最初へ",
  previous: "一手戻る",
  next: "一手進む",
  last: "最新へ",
  typed: "指し手を入力",
  typedHint: "76歩・7g7f・P-7f・76fu など",
  play: "指す",
};

export const controlsWords = inLanguages({ en, ja });
