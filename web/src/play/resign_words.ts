// What one says when resigning. In English the words stay Japanese, as the greetings do, and say what they mean.

import { inLanguages } from "../i18n";

export interface ResignWord {
  value: "makemashita" | "arimasen";
  label: string;
  /** The word with its meaning. */
  spoken: string;
}

export const resignWords = inLanguages<readonly ResignWord[]>({
  en: [
    { value: "makemashita", label: "Makemashita", spoken: "Makemashita – I have lost" },
    { value: "arimasen", label: "Arimasen", spoken: "Arimasen – there is nothing left to play" },
  ],
  ja: [
    { value: "makemashita", label: "負けました", spoken: "負けました" },
    { value: "arimasen", label: "ありません", spoken: "ありません" },
  ],
});

export const spokenWord = (word: ResignWord["value"]): string =>
  resignWords().find(({ value }) => value === word)?.spoken ?? "";
