// The texts of the menu of a position, which are loaded with it.

import { inLanguages } from "../i18n";

const en = {
  computer: "Play the computer from here",
  practise: "Practise: play both sides",
  explore: "Explore: database and lines",
  friend: "Set up a game with a friend",
  tsume: "Look for a mate (tsume)",
};

const ja: typeof en = {
  computer: "コンピュータと指す",
  practise: "練習（両方を持って指す）",
  explore: "検討（棋譜データベース・読み筋）",
  friend: "友だちとの対局を作る",
  tsume: "詰みを調べる（詰将棋）",
};

export const fromHereWords = inLanguages({ en, ja });
