// What the board needs to know of a game: its size, and its kinds of pieces. The rules are the server's.

import body from "../../../src/komadai/diagram/faces/body.json";
import type { Text } from "../api/types";
import { en } from "../i18n/en";
import { ja } from "../i18n/ja";
import type { Size } from "./squares";

export interface BoardSpec extends Size {
  /** The depth of the promotion zone in ranks, for the dots on the board; 0: none. */
  zone: number;
  /** The kinds that a hand can hold, the strongest first; empty without drops. */
  handKinds: readonly string[];
  /** What the ids of the drawn faces begin with, see PieceDefs and VariantDefs. */
  faces: string;
  /** The id of the drawn body, without "-near" or "-far". */
  body: string;
  /** The size of a kind relative to the king. */
  scale: (kind: string) => number;
  /** A kind's name. */
  name: (kind: string) => Text;
  /** Whether the loss of the kind can end the game. */
  isRoyal: (kind: string) => boolean;
  /** The kind in the captor's hand; null: it does not go there. */
  inHand: (kind: string) => string | null;
  /** The promoted kind; null: it does not promote. */
  promoted: (kind: string) => string | null;
}

/** R, B, G, S, N, L, P. */
export const HAND_KINDS = ["R", "B", "G", "S", "N", "L", "P"] as const;
export type HandKind = (typeof HAND_KINDS)[number];

/** The sizes of the kinds relative to the king, as on a real set. */
const SCALE: Record<string, number> = body.scale;

export const unpromoted = (kind: string): string => kind.replace("+", "");

/** Standard shogi. */
export const STANDARD: BoardSpec = {
  files: 9,
  ranks: 9,
  zone: 3,
  handKinds: HAND_KINDS,
  faces: "face-",
  body: "body",
  scale: (kind) => SCALE[unpromoted(kind)] ?? 1,
  name: (kind) => ({ en: en.piece(kind), ja: ja.piece(kind) }),
  isRoyal: (kind) => kind === "K",
  inHand: (kind) => (kind === "K" ? null : unpromoted(kind)),
  promoted: (kind) => (kind === "K" || kind === "G" || kind.startsWith("+") ? null : `+${kind}`),
};
