// What one says when resigning. The words stay Japanese in every language, as the greetings do.

export const RESIGN_WORDS = [
  { value: "makemashita", label: "負けました" },
  { value: "arimasen", label: "ありません" },
] as const;

export type ResignWord = (typeof RESIGN_WORDS)[number]["value"];

export const spokenWord = (word: ResignWord): string =>
  RESIGN_WORDS.find(({ value }) => value === word)?.label ?? "";
