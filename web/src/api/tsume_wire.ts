// The server's types and calls for mate problems, as docs/wire.md describes them.

import { call, change, openSession, type Move, type Position, type Text } from "./wire";

export interface Run {
  left_ms: number;
  solved: number;
  missed: number;
  over: boolean;
}

export interface Standing {
  rating: number;
  deviation: number;
  tried: number;
  solved: number;
  streak: number;
  best_streak: number;
  best_run: number;
  history: number[];
  lengths: { plies: number; problems: number; solved: number }[];
  run: Run | null;
}

export interface Problem {
  id: string;
  plies: number;
  rating: number;
  sfen: string;
  position: Position;
  /** Whether the attempt at it counts. */
  counts: boolean;
  hinted: boolean;
}

export type Verdict = "goes_on" | "solved" | "no_check" | "wrong" | "slower" | "unclear";

export interface Answer {
  verdict: Verdict;
  moves: Move[];
  position: Position;
  equal: boolean;
  /** The server's signature of the moves so far, sent back with the next move. */
  seal: string;
  plies: number | null;
  change: number | null;
  standing: Standing | null;
}

/** A position within a problem. */
export interface At {
  problem: string;
  line: string[];
  seal: string;
}

export interface Hint {
  square: string | null;
  drop: string | null;
  move: Move | null;
}

export interface Solution {
  result: "mate" | "no-mate" | "unknown";
  plies: number | null;
  exact: boolean;
  /** The length if restoring interpositions are futile, where it is known to differ. */
  other_plies: number | null;
  moves: Move[];
  kif: string | null;
}

export interface Report {
  verdict: "full" | "deficient" | "unproved";
  headline: Text;
  moves: Move[];
  findings: { kind: string; weight: "fault" | "blemish" | "note"; text: Text }[];
  text: Text;
  kif: string | null;
}

export type JobKind = "solve" | "judge";

export interface Job {
  id: string;
  kind: JobKind;
  state: "waiting" | "working" | "done";
  ms: number;
  nodes: number;
  plies: number | null;
  stage: Text | null;
  error: Text | null;
  solution: Solution | null;
  report: Report | null;
}

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
export const giveUp = (at: At): Promise<{ moves: Move[]; standing: Standing }> => tell("/give-up", at);
export const beginRun = (): Promise<Standing> => tell("/runs", {});
export const beginJob = (kind: JobKind, sfen: string, seconds: number): Promise<Job> =>
  tell("/jobs", { kind, sfen, seconds });
export const getJob = (id: string): Promise<Job> => ask(`/jobs/${encodeURIComponent(id)}`);
export const stopJob = (id: string): Promise<Job> => tell(`/jobs/${encodeURIComponent(id)}/stop`, {});
