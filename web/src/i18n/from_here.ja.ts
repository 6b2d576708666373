// Japanese texts of the menu of a position.

import type { fromHereEn } from "./from_here.en";

export const fromHereJa: typeof fromHereEn = {
  computer: "コンピュータと指す",
  practise: "練習（両方を持って指す）",
  explore: "検討（棋譜データベース・読み筋）",
  friend: "友だちとの対局を作る",
  tsume: "詰みを調べる（詰将棋）",
};
