// Events that are still to come or being played, and what a list says of each.

import type { TournamentSummary } from "../api/types";
import { say } from "../i18n";
import { dayAndMonth, timeText } from "../i18n/dates";
import { roundTexts, words } from "./texts";

/** Those that are being played, then those to come, the next first. */
export function coming(events: readonly TournamentSummary[]): TournamentSummary[] {
  const order = (event: TournamentSummary): string =>
    event.status === "running" ? "" : (event.starts ?? calendar(event.date) ?? "~");
  return events
    .filter(({ status }) => status !== "finished")
    .sort((one, other) => (order(one) < order(other) ? -1 : order(one) > order(other) ? 1 : 0));
}

/** The day on which an event is, if its date is one of the calendar: 5 Dec; 12月5日 as 5 and 12月. */
export function dayOf({ starts, date }: TournamentSummary): { day: string; month: string } | null {
  const when = starts ?? calendar(date);
  if (when === null) return null;
  return Number.isNaN(new Date(when).getTime()) ? null : dayAndMonth(when, starts === null);
}

/** System, variant, the time or the round, players, place. */
export function factsOf(event: TournamentSummary): string {
  const w = words();
  return [
    event.starts === null ? null : timeText(event.starts),
    w.systems[event.system],
    event.variant === "shogi" ? null : say(event.variant_name),
    stateOf(event),
    w.players(event.players),
    event.place,
  ]
    .filter((text) => text !== null && text !== "")
    .join(" · ");
}

/** Which round is played; null before the first. */
export function stateOf(event: TournamentSummary): string | null {
  if (event.status !== "running") return null;
  if (event.system === "ladder" || event.system === "league") return words().statuses.running;
  return roundTexts(event.system).of(event.round, event.rounds);
}

const calendar = (text: string): string | null =>
  /^\d{4}([-/])\d{2}\1\d{2}$/.test(text) ? text.replaceAll("/", "-") : null;
