// Japanese texts of the coach and of proverbs.

import type { coachEn } from "./coach.en";

export const coachJa: typeof coachEn = {
  title: "コーチ",
  proverb: "格言",
  leads: {
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
