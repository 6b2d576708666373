// The texts of the form of a new game.

import { inLanguages } from "../i18n";
import type { Strength } from "./strengths";

const en = {
  strength: "Strength",
  strengths: { gentle: "Gentle", casual: "Casual", club: "Club", strong: "Strong" } as Record<
    Strength,
    string
  >,
  handicap: "Handicap",
};

const ja: typeof en = {
  strength: "強さ",
  strengths: { gentle: "入門", casual: "初級", club: "上級", strong: "有段" },
  handicap: "手合割",
};

export const formWords = inLanguages({ en, ja });
