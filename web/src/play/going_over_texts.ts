// The texts of going over a game together.

import { inLanguages } from "../i18n";

const en = {
  goOver: "Go over it together",
  goOverWatch: "Watch the players go over the game",
  goOverSoon: (seconds: number): string => `Opens in ${seconds} s`,
  goOverNot: "Not now",
};

const ja: typeof en = {
  goOver: "感想戦をする",
  goOverWatch: "感想戦を見る",
  goOverSoon: (seconds) => `${seconds}秒後に始まります`,
  goOverNot: "今はしない",
};

export const goingOverWords = inLanguages({ en, ja });
