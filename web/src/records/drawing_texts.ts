// The texts of circles and arrows that are drawn.

import { inLanguages } from "../i18n";

const en = {
  marksHint:
    "Tap a square to circle it. Tap a second square for an arrow; tap the same one again to keep the circle.",
  markFrom: (square: string): string => `From ${square}: tap the end of the arrow.`,
};

const ja: typeof en = {
  marksHint: "マスを押すと丸がつきます。続けて別のマスを押すと矢印、同じマスを押すと丸になります。",
  markFrom: (square) => `${square}から：矢印の先のマスを押してください。`,
};

export const drawingWords = inLanguages({ en, ja });
