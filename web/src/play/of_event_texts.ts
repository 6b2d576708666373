// The texts of a game that belongs to an event.

import { inLanguages } from "../i18n";

const en = {
  toBoards: "Go to the boards",
  toArena: "Back to the arena",
  toEvent: (name: string) => `Event: ${name}`,
};

const ja: typeof en = {
  toBoards: "盤に向かう",
  toArena: "アリーナに戻る",
  toEvent: (name) => `大会：${name}`,
};

export const ofEventWords = inLanguages({ en, ja });
