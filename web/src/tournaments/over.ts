// An event that is over, in words: after which round, and who won.

import type { Tournament } from "../api/types";
import { listed } from "../i18n";
import { words } from "./texts";

const WITHOUT_ROUNDS: ReadonlySet<Tournament["system"]> = new Set(["ladder", "league", "arena", "simul"]);
const WITHOUT_WINNER: ReadonlySet<Tournament["system"]> = new Set(["ladder", "league", "simul"]);

export function overWords({ system, title, rounds, table, players }: Tournament): string {
  const w = words();
  if (rounds.length === 0) return w.statuses.finished;
  const first = table.filter(({ place }) => place === 1).map(({ player }) => player);
  const winners = players.filter(({ number }) => first.includes(number)).map(({ name }) => name);
  const over =
    title !== null || WITHOUT_ROUNDS.has(system) ? w.statuses.finished : w.overAfter(rounds.length);
  if (WITHOUT_WINNER.has(system) || winners.length === 0 || winners.length > MAX) return over;
  return `${over} · ${w.winners(listed(winners), winners.length)}`;
}

/** With more winners than this, the head names none. */
const MAX = 3;
