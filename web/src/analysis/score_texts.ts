// The texts of the scores of an engine.

import type { Color } from "../api/types";
import { inLanguages } from "../i18n";

const side = (color: Color): string => (color === "black" ? "Black" : "White");
const sideJa = (color: Color): string => (color === "black" ? "先手" : "後手");

const en = {
  mate: (color: Color, n: number): string => `${side(color)} mates in ${n}`,
  mates: (color: Color): string => `${side(color)} mates`,
  unknownScore: "no score",
  forSide: (color: Color, score: string): string => `${side(color)} ${score}`,
  evenScore: "even",
  shortMate: (n: number | null): string => `M${n ?? ""}`,
};

const ja: typeof en = {
  mate: (color, n) => `${sideJa(color)}の勝ち（${n}手詰）`,
  mates: (color) => `${sideJa(color)}の勝ち（詰み）`,
  unknownScore: "評価値なし",
  forSide: (color, score) => `${sideJa(color)} ${score}`,
  evenScore: "互角",
  shortMate: (n) => (n === null ? "詰" : `${n}手詰`),
};

export const scoreTexts = inLanguages({ en, ja });
