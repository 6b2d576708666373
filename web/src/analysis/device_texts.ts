// What the engine of this device says of positions that it cannot search, by the codes of the core.

import type { Text } from "../api/types";
import { textOf } from "../core/texts";

const BROKEN: Text = {
  en: "The engine does not run in this browser.",
  ja: "このブラウザではエンジンが動きません。",
};

export const IN_CHECK: Text = {
  en: "The king is in check: that threat comes first.",
  ja: "王手がかかっています。まず王手への対応が必要です。",
};

const OWN: Readonly<Record<string, Text>> = {
  invalid: { en: "The position is not valid.", ja: "局面が正しくありません。" },
  "no-legal-move": { en: "There is no legal move here.", ja: "この局面には合法手がありません。" },
};

/** Why a job ended with this code. */
export async function whyNot(code: string): Promise<Text> {
  const own = OWN[code];
  if (own !== undefined) return own;
  const why = await textOf(code);
  if (why === null) return BROKEN;
  return { en: `There is no mate to look for: ${why.en}.`, ja: `詰みを探せません：${why.ja}` };
}
