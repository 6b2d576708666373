// A new event: what has been typed, kept while the sheet is closed, and the request made of it.

import { SHOGI } from "../api/variant_key";
import type { ClockSettingsInput, NewTournament, System } from "../api/types";
import { FOR_TEAMS } from "./kinds";

export type Mode = "post" | "online" | "club";

export interface EventDraft {
  name: string;
  system: System;
  rounds: number;
  twice: boolean;
  date: string;
  place: string;
  mode: Mode;
  clock: string;
  handicaps: boolean;
  rated: boolean;
  open: boolean;
  hidden: boolean;
  variant: string;
  days: number;
  reach: number;
  answerDays: number;
  idleDays: number;
  teams: boolean;
  boards: number;
  scale: "amateur" | "fesa";
  minutes: number;
  streaks: boolean;
  starts: string;
  hostMinutes: number;
  games: number;
  title: string;
  vacant: boolean;
  afterReplay: "scheduled" | "exchanged";
  thirdPersons: boolean;
  qualifier: string;
}

const FRESH: EventDraft = {
  name: "",
  system: "swiss",
  rounds: 4,
  twice: false,
  date: "",
  place: "",
  mode: "club",
  clock: "short",
  handicaps: false,
  rated: false,
  open: true,
  hidden: false,
  variant: SHOGI,
  days: 3,
  reach: 3,
  answerDays: 7,
  idleDays: 60,
  teams: false,
  boards: 3,
  scale: "amateur",
  minutes: 60,
  streaks: true,
  starts: "",
  hostMinutes: 0,
  games: 7,
  title: "",
  vacant: false,
  afterReplay: "scheduled",
  thirdPersons: false,
  qualifier: "",
};

export const CLOCKS: Record<string, ClockSettingsInput | null> = {
  none: null,
  quick: { main_ms: 180_000, increment_ms: 2_000 },
  blitz: { main_ms: 300_000, byoyomi_ms: 10_000 },
  short: { main_ms: 600_000, byoyomi_ms: 30_000 },
  fischer: { main_ms: 300_000, increment_ms: 10_000 },
  long: { main_ms: 1_800_000, byoyomi_ms: 60_000 },
  meijin: { main_ms: 32_400_000, byoyomi_ms: 60_000 },
};

/** For this tab alone. */
const KEY = "komadai.new-event";

export function loadEventDraft(): EventDraft {
  try {
    return { ...FRESH, ...(JSON.parse(sessionStorage.getItem(KEY) ?? "{}") as Partial<EventDraft>) };
  } catch {
    return { ...FRESH };
  }
}

/** Keeps what was typed; null: it is not needed any more. */
export function storeEventDraft(draft: EventDraft | null): void {
  try {
    if (draft === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(draft));
  } catch {
    // No storage: what was typed is lost when the sheet closes.
  }
}

export const isTeams = ({ teams, system }: EventDraft): boolean => teams && FOR_TEAMS.has(system);

/** How an event of this system can be played. */
export const modesOf = (system: System): readonly Mode[] =>
  system === "arena" || system === "simul" ? ["online", "club"] : ["post", "online", "club"];

/** Sets what suits a system that was just chosen: an arena needs a clock, and quick ones suit it. */
export function suit(draft: EventDraft): void {
  const { system } = draft;
  if (system !== "title-match" && draft.clock === "meijin") draft.clock = "short";
  if (system === "arena" || system === "simul") {
    draft.mode = "online";
    draft.clock = system === "arena" ? "quick" : "long";
  } else {
    if (draft.clock === "quick" || draft.clock === "blitz") draft.clock = "short";
    if (system === "league") draft.mode = "post";
  }
}

export function newEventOf(draft: EventDraft): NewTournament {
  const { system, mode, variant } = draft;
  const isMatch = system === "title-match";
  const isSimul = system === "simul";
  const teams = isTeams(draft);
  const here = mode !== "club";
  const begins = system === "arena" && mode === "online" && draft.starts !== "";
  return {
    name: draft.name.trim(),
    system,
    rounds: isMatch ? draft.games : draft.rounds,
    cycles: draft.twice ? 2 : 1,
    handicaps: draft.handicaps && !isMatch && !teams && variant === SHOGI ? "by-rank" : "none",
    variant,
    scale: draft.scale,
    place: draft.place.trim(),
    date: draft.date.trim(),
    boards: teams ? draft.boards : 0,
    online: here,
    clock: mode === "post" ? null : (CLOCKS[draft.clock] ?? null),
    days: mode === "post" ? draft.days : 0,
    reach: draft.reach,
    answer_days: draft.answerDays,
    idle_days: draft.idleDays,
    rated: here && draft.rated && !isSimul,
    open: draft.open && !draft.hidden && !isMatch && !teams,
    private: draft.hidden,
    minutes: draft.minutes,
    streaks: draft.streaks,
    starts_ms: begins ? new Date(draft.starts).getTime() : 0,
    host_minutes: isSimul && draft.clock !== "none" ? draft.hostMinutes : 0,
    title: isMatch ? draft.title.trim() : "",
    vacant: isMatch && draft.vacant,
    after_replay: isMatch ? draft.afterReplay : "scheduled",
    third_persons: draft.thirdPersons,
    qualifier: isMatch ? draft.qualifier : "",
  };
}
