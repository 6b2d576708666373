// A game with the computer, or of two persons at this board: what is chosen, and the request made of it.

import type { NewGame } from "../api/types";
import { clockSetting, DEFAULTS, loadForm, storeForm, toNewGame, type Form } from "../ui/form";

export interface Draft {
  form: Form;
  variant: string;
  /** The chosen values of the variant's options that are not the usual ones. */
  options: Record<string, string>;
  touchMove: boolean;
}

/** The choices of the last game, in the game and from the position that the address names. */
export const loadDraft = (variant: string | null, sfen: string): Draft => ({
  form: { ...loadForm(), sfen },
  variant: variant ?? "shogi",
  options: {},
  touchMove: false,
});

/** Only shogi has handicaps, and a position replaces them. */
export const isEven = ({ form, variant }: Draft): boolean =>
  variant !== "shogi" || form.handicap === "even" || form.sfen.trim() !== "";

/** The request; null: the clock has no time. `both`: two persons at this board. */
export function request(draft: Draft, both: boolean): NewGame | null {
  const { form, variant, options, touchMove } = draft;
  const clock = clockSetting(form);
  if (clock === "empty") return null;
  const game = toNewGame(form, clock);
  const ofVariant =
    variant === "shogi"
      ? {}
      : {
          ...{ variant, options, touch_move: touchMove, engine: "komadai" },
          ...{ handicap: "even", sfen: null, impasse: "none" },
        };
  return { ...game, ...ofVariant, ...(both ? { both, side: "black" } : {}) };
}

/** The game begins: its choices are proposed again, but not its position. */
export const keep = ({ form }: Draft): void => storeForm(form);

/** Replaces choices of an older visit that this server does not offer. */
export function repair(
  form: Form,
  offered: { handicaps: string[]; rules: string[]; engines: string[]; levels: number[] },
): void {
  if (!offered.handicaps.includes(form.handicap)) form.handicap = DEFAULTS.handicap;
  if (!offered.rules.includes(form.impasse)) form.impasse = offered.rules[0] ?? DEFAULTS.impasse;
  if (!offered.engines.includes(form.engine)) form.engine = offered.engines[0] ?? DEFAULTS.engine;
  if (!offered.levels.includes(form.level)) form.level = DEFAULTS.level;
}
