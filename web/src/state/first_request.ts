// The first request of the room in the address: the data for its board. It is sent while the room's code is
// loading; the room takes the answer.

import { getGame } from "../api/games";
import { readGame, readText } from "../api/records";
import { getProblem, nextProblem } from "../api/tsume";
import type { Game, Problem, ReadAnswer } from "../api/types";
import { storedLanguage } from "./language";
import { mayBeRunning } from "./stored_run";
import { parseRoute, type Carried } from "./route";

/** A request, and what identifies it: the id of the game or problem, or the text of the record. */
interface FirstRequest<Answer> {
  key: string | null;
  answer: Promise<Answer>;
}

let game: FirstRequest<Game> | null = null;
let record: FirstRequest<ReadAnswer> | null = null;
let problem: FirstRequest<Problem> | null = null;

export function requestFirst(path: string, query: string): void {
  const here = parseRoute(path, query);
  if (here.page === "game") game = { key: here.id, answer: getGame(here.id) };
  if (here.page === "records" && here.carried !== null)
    record = { key: here.carried.text, answer: readCarried(here.carried) };
  // In a timed run the next problem depends on the score.
  if (here.page === "tsume" && (here.id !== null || !mayBeRunning()))
    problem = {
      key: here.id,
      answer: here.id === null ? nextProblem(null, false) : getProblem(here.id),
    };
  // The room that takes the answer handles its error.
  for (const request of [game, record, problem]) request?.answer.catch(() => undefined);
}

/** Reads the record that an address contains or names. */
export const readCarried = ({ kind, text }: Carried): Promise<ReadAnswer> =>
  kind === "game" ? readGame(text, storedLanguage()) : readText(text);

/** The requested game; null if it was not requested or is taken already. */
export function takeFirstGame(id: string): Promise<Game> | null {
  const answer = game?.key === id ? game.answer : null;
  game = null;
  return answer;
}

/** The requested record; null if it was not requested or is taken already. */
export function takeFirstRecord({ text }: Carried): Promise<ReadAnswer> | null {
  const answer = record?.key === text ? record.answer : null;
  record = null;
  return answer;
}

/** The requested problem; null if it was not requested or is taken already. */
export function takeFirstProblem(id: string | null): Promise<Problem> | null {
  const answer = problem !== null && problem.key === id ? problem.answer : null;
  problem = null;
  return answer;
}
