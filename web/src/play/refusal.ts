// Why something was refused, in words.

import { say, t } from "../i18n";
import type { Trouble } from "./game_source";

/** Why a move that was typed was not played. */
export interface Refusal {
  text: string;
  /** Plays it all the same; returns whether that was accepted. */
  anyway?: { label: string; play: () => Promise<boolean> };
}

export function troubleText({ code, text }: Trouble): string {
  if (code === "stale") return t().status.stale;
  if (text !== null) return say(text);
  return code === "offline" ? t().status.unreachable : t().status.refused;
}
