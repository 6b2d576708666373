// What the page and the worker of the core say to each other.

import type { Move, PositionAnswer, PositionRequest } from "../api/types";
import type { CoreFiles } from "./files";
import type { Evaluation, Question, ReviewTable } from "./game_judge";
import type { GameFound, GameTask } from "./game_messages";
import type { BrinkmateResult, MateSolution, MoveVerdict } from "./module";

/** Searches a position until the time is over or the depth is reached. */
export interface SearchTask {
  kind: "search";
  start_sfen: string;
  moves: readonly string[];
  lines: number;
  /** Null: no limit. */
  depth: number | null;
  ms: number;
  threads: number;
  /** Whether to search first what the other side would do if it could move twice. */
  threats: boolean;
}

export interface MateTask {
  kind: "mate";
  sfen: string;
  ms: number;
  restoringIsFutile: boolean;
}

export interface BrinkmateTask {
  kind: "brinkmate";
  sfen: string;
  plies: number;
  ms: number;
}

/** Evaluates the positions of a game for a review. */
export interface ReviewTask {
  kind: "review";
  start_sfen: string;
  /** Up to the first that is not legal. */
  moves: readonly string[];
  /** Whether the sides are 下手 and 上手. */
  handicap: boolean;
  /** White's points in an impasse for the pieces that it gave. */
  compensation: number;
  /** For each position. */
  nodes: number;
  table: ReviewTable;
}

/** What the rules allow in a position. */
export interface RulesTask {
  kind: "rules";
  question: PositionRequest;
}

/** Judges the attacker's move in a mate problem, after `line`, which `solution` follows if it is not empty. */
export interface JudgeTask {
  kind: "judge";
  sfen: string;
  line: readonly string[];
  usi: string;
  solution: readonly string[];
}

export type Task = SearchTask | MateTask | BrinkmateTask | JudgeTask | GameTask | ReviewTask | RulesTask;

/** A line with its score, from the point of view of the side to move. */
export interface FoundLine {
  depth: number;
  cp: number | null;
  /** Plies; negative if the side to move is mated. */
  mate: number | null;
  moves: Move[];
}

export interface SearchFound {
  kind: "search";
  /** The position. */
  sfen: string;
  lines: FoundLine[];
  /** Null: not asked for, or not searched yet. Empty in check. */
  threats: FoundLine[] | null;
  inCheck: boolean;
  nodes: number;
  ms: number;
}

/** What a search for a mate has found so far. */
export interface MateProgressFound {
  kind: "mate_progress";
  nodes: number;
  ms: number;
  /** Null: no mate yet. */
  plies: number | null;
  moves: Move[];
}

export interface MateFound {
  kind: "mate";
  solution: MateSolution;
  moves: Move[];
}

export interface BrinkmateFound {
  kind: "brinkmate";
  result: BrinkmateResult["result"];
  plies: number | null;
  moves: Move[];
  nodes: number;
}

/** The moves that are reviewed: the first thing that is found. */
export interface LineFound {
  kind: "line";
  moves: Move[];
}

export interface EvaluationFound {
  kind: "evaluation";
  question: Question;
  evaluation: Evaluation;
  /** How many there will be, as far as that is known. */
  total: number;
}

export interface RulesFound {
  kind: "rules";
  /** Or the rule that the move breaks; null: the server must be asked. */
  answer: PositionAnswer | { infraction: string } | null;
}

export interface JudgeFound {
  kind: "judge";
  verdict: MoveVerdict;
}

export type Found =
  | SearchFound
  | MateProgressFound
  | MateFound
  | BrinkmateFound
  | LineFound
  | EvaluationFound
  | RulesFound
  | JudgeFound
  | GameFound;

export interface ToWorker {
  /** With the first message. */
  open?: { files: CoreFiles; threads: number };
  job: number;
  task: Task;
}

/** A byte of shared memory that stops the search when it is set. */
export interface StopByte {
  memory: SharedArrayBuffer;
  address: number;
}

export type FromWorker = { job: number } & (
  | { type: "began"; stop: StopByte | null }
  | { type: "found"; found: Found }
  | { type: "done" }
  /** `code`: that of the error, or "broken" if the core cannot be used. */
  | { type: "failed"; code: string }
);
