// The request without which the room in the address cannot draw its board. It is sent before the room's code
// has arrived, and its answer is taken by the room.

import { getGame } from "../api/games";
import { getProblem, nextProblem } from "../api/tsume";
import type { Game, Problem } from "../api/types";
import { mayBeRunning } from "../tsume/stored_run";
import { parseRoute } from "./route";

let game: { id: string; answer: Promise<Game> } | null = null;
let problem: { id: string | null; answer: Promise<Problem> } | null = null;

export function requestFirst(path: string, query: string): void {
  const here = parseRoute(path, query);
  if (here.page === "game") game = { id: here.id, answer: getGame(here.id) };
  // In a timed run the next problem depends on the score.
  if (here.page === "tsume" && (here.id !== null || !mayBeRunning()))
    problem = {
      id: here.id,
      answer: here.id === null ? nextProblem(null, false) : getProblem(here.id),
    };
  // The room that takes the answer handles its error.
  game?.answer.catch(() => undefined);
  problem?.answer.catch(() => undefined);
}

/** The requested game; null if it was not requested or is taken already. */
export function takeFirstGame(id: string): Promise<Game> | null {
  const answer = game?.id === id ? game.answer : null;
  game = null;
  return answer;
}

/** The requested problem; null if it was not requested or is taken already. */
export function takeFirstProblem(id: string | null): Promise<Problem> | null {
  const answer = problem !== null && problem.id === id ? problem.answer : null;
  problem = null;
  return answer;
}
