// A game with terms of one's own: what has been typed, kept while the sheet is closed, and the request made of it.

import type { ClockSettings, NewChallenge, UnratedReason, Visibility } from "../api/types";
import { options } from "../api/options.svelte";
import { START } from "../board/sfen";
import { person } from "../state/person.svelte";
import {
  clockSetting,
  type Form,
  loadForm,
  PEOPLE_KEY,
  storeForm,
  toChallenge,
  WITH_PEOPLE,
} from "../ui/form";
import { lobbyWords } from "./texts";

export type Opponent = "anybody" | "link" | "person";
export const OPPONENTS = ["anybody", "link", "person"] as const satisfies readonly Opponent[];
export type Time = "clock" | "days" | "none";
export const CLOCK_FIELDS = ["main", "byoyomi", "periods", "increment"] as const;
export type ClockField = (typeof CLOCK_FIELDS)[number];

export interface Draft {
  opponent: Opponent;
  /** The account that is invited. */
  who: string;
  variant: string;
  time: Time;
  rated: boolean;
  visibility: Visibility;
  form: Form;
}

/** For this tab alone. */
const KEY = "komadai.custom-game";

/** What was typed before, else the terms of the last game. */
export function loadDraft(): Draft {
  const form = withOwnClock(loadForm(PEOPLE_KEY, WITH_PEOPLE));
  const fresh: Draft = {
    opponent: "anybody",
    who: "",
    variant: "shogi",
    time: form.days !== "live" ? "days" : form.clock === "none" ? "none" : "clock",
    rated: person() !== null,
    visibility: "unlisted",
    form,
  };
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as Draft | null;
    if (stored === null) return fresh;
    return {
      ...fresh,
      ...stored,
      form: { ...form, ...stored.form, own: { ...form.own, ...stored.form.own } },
    };
  } catch {
    return fresh;
  }
}

export function storeDraft(draft: Draft): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(draft));
  } catch {
    // No storage: what was typed is lost when the sheet closes.
  }
}

/** The game was offered: its terms are proposed again, but not its position. */
export function keepTerms(draft: Draft): void {
  storeForm(chosenForm(draft), PEOPLE_KEY);
  storeDraft({ ...draft, form: { ...draft.form, sfen: "" } });
}

/** The clocks that once had names are written as figures. */
function withOwnClock(form: Form): Form {
  if (form.clock === "short")
    return { ...form, clock: "own", own: { main: 10, byoyomi: 30, periods: 1, increment: 0 } };
  if (form.clock === "fischer")
    return { ...form, clock: "own", own: { main: 5, byoyomi: 0, periods: 1, increment: 10 } };
  return form;
}

/** The form with the kind of time that was chosen. */
export function chosenForm({ form, time }: Draft): Form {
  if (time === "days") return form.days === "live" ? { ...form, days: "3" } : form;
  return { ...form, days: "live", clock: time === "none" ? "none" : "own" };
}

const MAX: Record<ClockField, number> = { main: 600, byoyomi: 600, periods: 30, increment: 600 };

/** What is wrong with the clock, and in which field. */
export function clockError({ form, time }: Draft): { field: ClockField; text: string } | null {
  if (time !== "clock") return null;
  const words = lobbyWords();
  for (const field of CLOCK_FIELDS) {
    // An empty field of a browser is null.
    const value = (form.own[field] as number | null) ?? 0;
    const unused = field === "periods" && !(form.own.byoyomi > 0);
    if (unused) continue;
    if (field === "periods" && !(value >= 1 && value <= MAX.periods))
      return { field, text: words.clockPeriods };
    if (!(value >= 0 && value <= MAX[field]))
      return { field, text: words.clockRange(words.clockNames[field], 0, MAX[field]) };
  }
  return clockSetting({ ...form, clock: "own" }) === "empty"
    ? { field: "main", text: words.clockEmpty }
    : null;
}

export function clockOf(draft: Draft): ClockSettings | null {
  const clock = clockSetting(chosenForm(draft));
  return draft.time === "clock" && clock !== "empty" ? clock : null;
}

/** The handicap: only shogi has them, and a position replaces it. */
export const handicapOf = ({ variant, form }: Draft): string =>
  variant === "shogi" && form.sfen.trim() === "" ? form.handicap : "even";

/** Why the game cannot be rated, as far as one can say before it is offered. */
export function unratedReason(draft: Draft): UnratedReason | null {
  const { form, time, variant } = draft;
  if (person() === null) return "guest";
  if (time === "none") return "no_clock";
  if (variant !== "shogi") return null;
  const sfen = form.sfen.trim();
  if (sfen !== "" && sfen !== START) return "position";
  const handicap = options()?.handicaps.find(({ key }) => key === form.handicap);
  return sfen === "" && handicap?.rated === false ? "handicap" : null;
}

export function request(draft: Draft): NewChallenge {
  const { opponent, who, variant, visibility, rated } = draft;
  const listed = opponent === "anybody";
  const asked = toChallenge(chosenForm(draft), clockOf(draft), listed, visibility, rated);
  const other = variant === "shogi" ? {} : { variant, handicap: "even", sfen: null, impasse: "none" };
  return {
    ...asked,
    ...other,
    to: opponent === "person" ? who : null,
    rating_within: person() === null ? null : (asked.rating_within ?? null),
  };
}
