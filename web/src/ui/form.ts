// The values of the new-game form, and the request made from them.

import type { ClockSettings, DaysPerMove, NewChallenge, NewGame, SideChoice, Visibility } from "../api/types";

export type ClockChoice = "none" | "short" | "fischer" | "own";

export interface Form {
  level: number;
  side: SideChoice;
  handicap: string;
  clock: ClockChoice;
  /** A custom clock: minutes, seconds, number of periods, seconds. */
  own: { main: number; byoyomi: number; periods: number; increment: number };
  impasse: string;
  illegal: "refuse" | "lose";
  takeBack: boolean;
  /** With a person: whether draws are replayed, and whether a mated side must resign. */
  replayDraws: boolean;
  formalResignation: boolean;
  /** With a person: who tosses the pawns of the furigoma. */
  tosser: NonNullable<NewChallenge["tosser"]>;
  /** With whoever sees the seek: how far their rating may be from one's own. */
  ratingWithin: "any" | "100" | "200" | "300" | "500";
  sfen: string;
  engine: string;
  /** With a person: the days for each move; "live": a game with the clock. */
  days: "live" | "1" | "2" | "3" | "5" | "7" | "14";
}

/** The choices of a first game: the weakest computer, no clock. */
export const DEFAULTS: Form = {
  level: 1,
  side: "black",
  handicap: "even",
  clock: "none",
  own: { main: 15, byoyomi: 30, periods: 1, increment: 0 },
  impasse: "27-point",
  illegal: "refuse",
  takeBack: true,
  replayDraws: false,
  formalResignation: false,
  tosser: "higher",
  ratingWithin: "any",
  sfen: "",
  engine: "komadai",
  days: "live",
};

/** The choices of a first game with a person: furigoma and a clock. */
export const WITH_PEOPLE: Form = { ...DEFAULTS, side: "furigoma", clock: "short" };

const DAYS: Record<Exclude<Form["days"], "live">, DaysPerMove> = { 1: 1, 2: 2, 3: 3, 5: 5, 7: 7, 14: 14 };

const KEY = "komadai.new-game";
export const PEOPLE_KEY = "komadai.new-challenge";

/** The choices of the last game, but without its position. */
export function loadForm(key = KEY, defaults = DEFAULTS): Form {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? "{}") as Partial<Form>;
    return { ...defaults, ...stored, own: { ...defaults.own, ...stored.own }, sfen: "" };
  } catch {
    return { ...defaults, own: { ...defaults.own } };
  }
}

export function storeForm(form: Form, key = KEY): void {
  try {
    localStorage.setItem(key, JSON.stringify(form));
  } catch {
    // No storage: the choices are lost when the page is closed.
  }
}

/** The clock in integer milliseconds; null: no clock; "empty": a clock without any time. */
export function clockSetting(form: Form): ClockSettings | null | "empty" {
  if (form.clock === "none") return null;
  if (form.clock === "short") return { main_ms: 600_000, byoyomi_ms: 30_000, periods: 1, increment_ms: 0 };
  if (form.clock === "fischer") return { main_ms: 300_000, byoyomi_ms: 0, periods: 1, increment_ms: 10_000 };
  const { main, byoyomi, periods, increment } = form.own;
  const ms = (n: number, unit: number): number =>
    Math.round((Number.isFinite(n) ? Math.max(0, n) : 0) * unit);
  const setting = {
    main_ms: ms(main, 60_000),
    byoyomi_ms: ms(byoyomi, 1000),
    periods: byoyomi > 0 ? Math.max(1, Math.round(periods)) : 1,
    increment_ms: ms(increment, 1000),
  };
  return setting.main_ms + setting.byoyomi_ms + setting.increment_ms === 0 ? "empty" : setting;
}

/** What a game has in common whoever the opponent is. */
function gameSettings(form: Form, clock: ClockSettings | null) {
  const sfen = form.sfen.trim();
  return {
    side: form.side,
    handicap: sfen === "" ? form.handicap : "even",
    sfen: sfen === "" ? null : sfen,
    clock,
    impasse: form.impasse,
    illegal: form.illegal,
    take_back: form.takeBack,
  };
}

export const toNewGame = (form: Form, clock: ClockSettings | null): NewGame => ({
  ...gameSettings(form, clock),
  level: form.level,
  engine: form.engine,
});

export const toChallenge = (
  form: Form,
  clock: ClockSettings | null,
  listed: boolean,
  visibility: Visibility,
  rated: boolean,
): NewChallenge => ({
  ...gameSettings(form, form.days === "live" ? clock : null),
  days: form.days === "live" ? null : DAYS[form.days],
  listed,
  visibility,
  rated,
  rating_within: listed && form.ratingWithin !== "any" ? Number(form.ratingWithin) : null,
  replay_draws: form.replayDraws,
  formal_resignation: form.formalResignation,
  tosser: form.tosser,
});
