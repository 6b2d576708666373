// The texts of a game between programs.

import { inLanguages } from "../i18n";

const en = {
  analyses: "Scores of the programs",
};

const ja: typeof en = {
  analyses: "両プログラムの評価値",
};

export const programWords = inLanguages({ en, ja });
