// Whether a game is rated, and if not, why: in the lobby, on a challenge and at the board.

import type { Challenge, UnratedReason } from "../api/types";
import { inLanguages } from "../i18n";

interface Texts {
  rated: string;
  why: Record<UnratedReason, string>;
  unrated: (why: string) => string;
  willNotBe: (why: string) => string;
}

const en: Texts = {
  rated: "rated",
  why: {
    guest: "both players need an account",
    same_player: "one person plays both sides",
    bot: "a program plays",
    no_clock: "there is no clock",
    handicap: "this handicap is outside the rating table",
    position: "it begins from a set-up position",
    replayed: "the draw is replayed",
    no_result: "there is no result",
  },
  unrated: (why) => `not rated: ${why}`,
  willNotBe: (why) => `The game will not be rated: ${why}.`,
};

const ja: Texts = {
  rated: "レーティング対局",
  why: {
    guest: "両者のアカウントが必要",
    same_player: "一人で両側を指す対局",
    bot: "プログラムとの対局",
    no_clock: "時間無制限",
    handicap: "レーティングの表にない手合割",
    position: "指定局面",
    replayed: "指し直し",
    no_result: "勝敗なし",
  },
  unrated: (why) => `レーティング対象外（${why}）`,
  willNotBe: (why) => `この対局はレーティング対象外です（${why}）。`,
};

export const ratedWords = inLanguages({ en, ja });

/** "rated", or "not rated" with the reason; null if nobody asked for a rated game. */
export function ratedText(game: Pick<Challenge, "rated" | "unrated_reason">): string | null {
  const { rated, why, unrated } = ratedWords();
  if (game.rated) return rated;
  return game.unrated_reason === null ? null : unrated(why[game.unrated_reason]);
}

/** Says before a challenge is sent that its game will not be rated. */
export const willNotBeRated = (reason: UnratedReason): string =>
  ratedWords().willNotBe(ratedWords().why[reason]);
