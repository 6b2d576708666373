// The handicaps in a menu: a long list, in groups.

import type { HandicapChoice } from "../api/types";
import { inLanguages, say } from "../i18n";

/** The group of a handicap in a menu. */
type HandicapGroup = "even" | "pieces" | "two" | "six" | "other";

const GROUPS: Record<string, HandicapGroup> = {
  even: "even",
  lance: "pieces",
  bishop: "pieces",
  rook: "pieces",
  "rook-lance": "pieces",
  "two-piece": "two",
  "three-piece": "two",
  "four-piece": "two",
  "six-piece": "six",
  "seven-piece": "six",
  "seven-piece-left": "six",
  "eight-piece": "six",
  "nine-piece": "six",
  "ten-piece": "six",
};
const ORDER: readonly HandicapGroup[] = ["even", "pieces", "two", "six", "other"];

const en: Record<HandicapGroup, string> = {
  even: "Even",
  pieces: "Lance to rook",
  two: "Two to four pieces",
  six: "Six and more",
  other: "Other",
};

const ja: typeof en = {
  even: "平手",
  pieces: "香落ち〜飛香落ち",
  two: "二枚落ち〜四枚落ち",
  six: "六枚落ち以上",
  other: "その他",
};

const groupTitles = inLanguages({ en, ja });

/** The handicaps as options of a menu, in groups. */
export function handicapMenu(handicaps: readonly HandicapChoice[]) {
  const titles = groupTitles();
  const groupOf = (key: string): HandicapGroup => GROUPS[key] ?? "other";
  return ORDER.flatMap((group) =>
    handicaps
      .filter(({ key }) => groupOf(key) === group)
      .map(({ key, name }) => ({ value: key, label: say(name), group: titles[group] })),
  );
}
