// What the arbiter does next in an event: one main step, and what else can be done now.

import type { Tournament, TournamentCommand } from "../api/types";
import { PAIRED_AHEAD } from "./kinds";
import { roundTexts, words } from "./texts";

export interface Step {
  command: TournamentCommand;
  label: string;
  /** It is asked first: it cannot be undone in the middle of an evening. */
  asks?: true;
}

interface Steps {
  main: Step | null;
  others: Step[];
  /** What has to happen before the next step. */
  waits: string | null;
}

/** From so many players on, pairing a Swiss round takes more than a moment. */
const MANY = 64;

/** The games of the last round that have no result. */
export const openGames = ({ rounds }: Tournament): number =>
  rounds.at(-1)?.games.filter((game) => game.white !== null && game.result === null).length ?? 0;

/** Whether the next round can be paired. */
export const canPair = (view: Tournament): boolean =>
  !view.decided &&
  (openGames(view) === 0 || (PAIRED_AHEAD.has(view.system) && view.rounds.at(-1)?.started === true));

export function nextSteps(view: Tournament): Steps {
  const w = words();
  const r = roundTexts(view.system);
  const none: Steps = { main: null, others: [], waits: null };
  if (!view.arbiter) return none;
  if (view.status === "finished")
    return { ...none, others: [{ command: { type: "reopen" }, label: w.reopen }] };
  if (view.arena !== null || view.simul !== null) return none;
  const last = view.rounds.at(-1) ?? null;
  const open = openGames(view);
  const finish: Step = { command: { type: "finish" }, label: w.finish, asks: true };
  const others: Step[] = [];
  if (last !== null && !last.started) others.push({ command: { type: "unpair" }, label: w.repair });
  const onServer = view.online && view.players.filter(({ account }) => account !== null).length > 1;
  if (last !== null && !last.started && (onServer || view.boards > 0) && open > 0)
    return { main: { command: { type: "start" }, label: r.start(last.number) }, others, waits: null };
  if (canPair(view)) {
    if (last !== null) others.push(finish);
    const enough = view.players.length > 1;
    const waits = !enough
      ? w.twoPlayers
      : view.system === "swiss" && view.players.length > MANY
        ? w.pairsLong
        : null;
    const pair: Step = { command: { type: "pair" }, label: r.pair(view.rounds.length + 1) };
    return { main: enough ? pair : null, others, waits };
  }
  if (open === 0) return { main: finish, others, waits: null };
  return { main: null, others, waits: w.openGames(open) };
}
