// The HTTP calls of mate problems.

import type { Answer, GiveUpAnswer, Hint, Job, JobKind, LinePosition, Problem, Standing } from "./types";
import { call, change, openSession } from "./wire";

export type * from "./types";

/** A position within a problem. */
export type At = Required<LinePosition>;

const ask = async <T>(path: string): Promise<T> => {
  await openSession(); // the cookie identifies the user whose score it is
  return call("GET", `/api/tsume${path}`);
};
const tell = <T>(path: string, body: unknown): Promise<T> => change(`/api/tsume${path}`, body);

export const getStanding = (): Promise<Standing> => ask("");
export const getProblem = (id: string): Promise<Problem> => ask(`/problems/${encodeURIComponent(id)}`);
export const nextProblem = (plies: number | null, run: boolean): Promise<Problem> =>
  tell("/next", { plies, run });
export const sendMove = (at: At, move: { usi: string } | { typed: string }): Promise<Answer> =>
  tell("/answer", { ...at, ...move });
export const getHint = (at: At, whole: boolean): Promise<Hint> => tell("/hint", { ...at, whole });
export const giveUp = (at: At): Promise<GiveUpAnswer> => tell("/give-up", at);
export const beginRun = (): Promise<Standing> => tell("/runs", {});
export const beginJob = (kind: JobKind, sfen: string, seconds: number): Promise<Job> =>
  tell("/jobs", { kind, sfen, seconds });
export const stopJob = (id: string): Promise<Job> => tell(`/jobs/${encodeURIComponent(id)}/stop`, {});
