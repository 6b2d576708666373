// The texts of going over a game together.

import { inLanguages } from "../i18n";

const en = {
  goOver: "Go over the game together",
  goOverWatch: "Watch the players go over the game",
  goOverSoon: (seconds: number): string =>
    `The board for going over the game together opens in ${seconds} s.`,
  goOverNow: "Open it now",
  goOverNot: "Not now",
};

const ja: typeof en = {
  goOver: "感想戦をする",
  goOverWatch: "感想戦を見る",
  goOverSoon: (seconds) => `${seconds}秒後に感想戦の盤を開きます。`,
  goOverNow: "すぐに開く",
  goOverNot: "今はしない",
};

export const goingOverWords = inLanguages({ en, ja });
