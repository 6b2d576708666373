// The texts of the coach and of proverbs, which are loaded with the parts that show them.

import { inLanguages } from "../i18n";

const en = {
  title: "Coach",
  proverb: "Proverb",
  leads: {
    danger: "Look out",
    move: "A thought for this move",
    chance: "Your opponent has left you a chance",
    warning: "One thing to keep in mind",
  },
  thinking: "The coach looks at the position …",
  nothing: "Nothing special here. Trust your plan.",
  notYourTurn: "The coach speaks when it is your turn.",
  failed: "The coach cannot answer now.",
  meaning: "What it means",
  glossary: "In the glossary",
  show: "Show on the board",
};

const ja: typeof en = {
  title: "コーチ",
  proverb: "格言",
  leads: {
    danger: "ここに注意",
    move: "この手へのひとこと",
    chance: "相手の手にチャンスがあります",
    warning: "気を付けたいこと",
  },
  thinking: "コーチが局面を見ています…",
  nothing: "特に言うことはありません。自分の考えで指しましょう。",
  notYourTurn: "あなたの手番になると、コーチが話します。",
  failed: "コーチはいま答えられません。",
  meaning: "格言の意味",
  glossary: "用語集で見る",
  show: "盤に表示",
};

export const coachWords = inLanguages({ en, ja });
