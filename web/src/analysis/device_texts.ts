// What the engine of this device says of positions that it cannot search, by the codes of the core.

import type { Text } from "../api/types";
import type { Task } from "../core/messages";
import { mateTexts, textOf } from "../core/texts";

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

/** Why a task ended with this code, in the words of a server. */
export async function whyNot(code: string, { kind }: Task): Promise<Text> {
  const own = OWN[code];
  if (own !== undefined) return own;
  const why = await textOf(code);
  if (why === null) return BROKEN;
  const refused = kind === "mate" || kind === "brinkmate" ? (await mateTexts())?.refused[kind] : undefined;
  if (refused === undefined) return why;
  return { en: refused.en.replace("{why}", why.en), ja: refused.ja.replace("{why}", why.ja) };
}
