// The types of the core as WebAssembly; see docs/browser.md. tests/browser compares them with the module.

import type { Move } from "../api/types";

/** What every object of the module has: its memory is freed by this call alone. */
interface Native {
  delete(): void;
}

/** 0: Black, 1: White. */
export type Side = 0 | 1;

/** Black's and White's points. */
export type Compensation = readonly [number, number];

export interface Outcome {
  /** A value of komadai.Termination. */
  termination: string;
  winner: Side | null;
}

export interface ImpasseCondition {
  condition: string;
  met: boolean;
  value: number | null;
  needed: number | null;
}

export interface PositionProblem {
  code: string;
  field: string;
  /** 1 to 9, or 0. */
  rank: number;
  params: Record<string, string | number>;
}

/** A position of the 9×9 game with the moves that led to it. Moves are USI texts. */
export interface Position extends Native {
  sfen(): string;
  turn(): Side;
  ply(): number;
  history(): string[];
  legalMoves(): string[];
  /** The moves with their texts, up to the first that is not legal; `handicap`: the sides are 下手 and 上手. */
  line(moves: readonly string[], handicap: boolean): Move[];
  /** The same after the move `previous`, by which the first one is written 同. */
  lineAfter(previous: string, moves: readonly string[], handicap: boolean): Move[];
  /** The position with the other side to move; null in check. */
  passed(): string | null;
  problems(): PositionProblem[];
  /** The rule that a move breaks, a value of komadai.Infraction; empty for a legal move. */
  infraction(usi: string): string;
  play(usi: string): void;
  takeBack(): boolean;
  /** The squares of kings in check. */
  checked(): string[];
  isCheck(): boolean;
  givesCheck(usi: string): boolean;
  /** The value in centipawns of the pieces that White gave, in a game that began with a handicap. */
  handicapOdds(): number;
  repetitionCount(): number;
  outcome(): Outcome | null;
  impasseConditions(rule: string, side: Side, compensation: Compensation | undefined): ImpasseCondition[];
  declarationWinner(rule: string, side: Side, compensation: Compensation | undefined): Side | null;
  agreementWinner(rule: string, compensation: Compensation | undefined): Side | null;
  isTry(rule: string): boolean;
  perft(depth: number): number;
}

/** The options of komadai._core.Search.go. */
export interface SearchOptions {
  depth?: number;
  nodes?: number;
  softMs?: number;
  hardMs?: number;
  multipv?: number;
  moves?: readonly string[];
  impasse?: string;
  compensation?: Compensation;
  maxMoves?: number;
  overlook?: number;
  noise?: number;
  exchanges?: number;
  seed?: number;
}

/** A line that a search has found; scores are those of the side to move. */
export interface SearchInfo {
  depth: number;
  seldepth: number;
  /** The number of the line, from 1. */
  multipv: number;
  /** Null for a mate. */
  cp: number | null;
  /** Plies; negative if the side to move is mated. */
  mate: number | null;
  won: boolean;
  bound: "exact" | "lower" | "upper";
  nodes: number;
  timeMs: number;
  hashfull: number;
  pv: string[];
}

export interface SearchResult {
  best: string | null;
  ponder: string | null;
  declaresWin: boolean;
  info: SearchInfo;
}

/** Megabytes are those of its table. `go` returns when the search has ended. */
export interface Search extends Native {
  go(
    position: Position,
    options: SearchOptions | undefined,
    oninfo: ((info: SearchInfo) => void) | undefined,
  ): SearchResult;
  /** From `oninfo`. */
  stop(): void;
  /** Before a `go` that is to be stopped by the byte at `stopAddress`. */
  prepare(): void;
  /** Where in the memory a byte is that stops the search. */
  stopAddress(): number;
  resize(megabytes: number): void;
  clear(): void;
  setThreads(count: number): void;
  /** The bytes of a file with an evaluation or a network; undefined: the built-in evaluation. */
  setEvaluation(bytes: Uint8Array | undefined): void;
}

export interface MateOptions {
  attack?: boolean;
  exact?: boolean;
  plies?: number;
  nodes?: number;
  ms?: number;
  line?: boolean;
  shorten?: boolean;
  restoringIsFutile?: boolean;
}

export interface MateProgress {
  nodes: number;
  plies: number | null;
  moves: string[];
}

export interface MateSolution {
  result: "mate" | "no-mate" | "unknown";
  plies: number;
  exact: boolean;
  /** The length by the other rule of restoring interpositions, where it is known to differ. */
  otherPlies: number | null;
  moves: string[];
  nodes: number;
  ms: number;
}

/** As komadai.tsume.move_checker. */
export interface MoveVerdict {
  verdict: "goes_on" | "solved" | "no_check" | "wrong" | "slower" | "unclear";
  reply: string | null;
  equal: boolean;
  plies: number | null;
}

export interface MateSolver extends Native {
  clear(): void;
  /** `onprogress` ends the search by returning false. */
  solve(
    position: Position,
    options: MateOptions | undefined,
    onprogress: ((progress: MateProgress) => boolean | undefined) | undefined,
  ): MateSolution;
  /** Judges the attacker's move; `solution` is the whole one if the `done` moves so far follow it, else empty. */
  judge(position: Position, usi: string, solution: readonly string[], done: number): MoveVerdict;
}

export interface BrinkmateOptions {
  /** The maximum length, 1 to 15. */
  plies?: number;
  nodes?: number;
  ms?: number;
}

export interface BrinkmateResult {
  result: "brinkmate" | "mate" | "no-brinkmate" | "unknown";
  plies: number | null;
  /** The first moves that reach it. */
  moves: string[];
  line: string[];
  complete: boolean;
  nodes: number;
  ms: number;
}

export interface BrinkmateSolver extends Native {
  solve(
    position: Position,
    options: BrinkmateOptions | undefined,
    onprogress:
      | ((progress: { plies: number; done: number; total: number; nodes: number }) => boolean | undefined)
      | undefined,
  ): BrinkmateResult;
}

export interface VariantRules extends Native {}

export interface VariantPosition extends Native {
  sfen(): string;
  turn(): Side;
  ply(): number;
  legalMoves(): string[];
  /** The rule that a move breaks, a value of komadai.Infraction; empty for a legal move. */
  infraction(usi: string): string;
  /** Plays a legal move, and returns it as USI writes it. */
  play(usi: string): string;
  takeBack(): boolean;
  isCheck(): boolean;
  /** The squares of the attacked royals of the side to move. */
  checked(): string[];
  repetitionCount(): number;
  outcome(): { end: string; winner: Side | null } | null;
  perft(depth: number): number;
}

export interface VariantSearch extends Native {
  addWeights(weights: readonly number[]): boolean;
  values(): Record<string, number>;
  clear(): void;
  stop(): void;
  go(
    position: VariantPosition,
    options: SearchOptions | undefined,
    oninfo: ((info: SearchInfo) => void) | undefined,
  ): Omit<SearchResult, "declaresWin">;
}

/** The numbers of USI's "go": milliseconds. */
export interface ClockLimits {
  btime?: number;
  wtime?: number;
  byoyomi?: number;
  binc?: number;
  winc?: number;
}

/** Counts the moves with a lost score in one game. */
export interface Resignation extends Native {
  /** `matedIn`: the plies to the mate of the side to move; `odds`: the value of a handicap that it gave. */
  shouldResign(depth: number, cp: number, matedIn: number | null, resignValue: number, odds: number): boolean;
  reset(): void;
}

/** Wrong arguments throw an Error with the `code` of a message, or a RangeError. */
export interface Core {
  Position: new (text: string, validate?: boolean) => Position;
  Search: new (megabytes: number) => Search;
  MateSolver: new (megabytes: number) => MateSolver;
  BrinkmateSolver: new (megabytes: number) => BrinkmateSolver;
  /** From the description of a variant, which the build writes. */
  VariantRules: new (description: unknown) => VariantRules;
  /** With an empty SFEN the setup of the variant. */
  VariantPosition: new (rules: VariantRules, sfen: string) => VariantPosition;
  VariantSearch: new (rules: VariantRules, megabytes: number) => VariantSearch;
  mateIn1(position: Position): string | null;
  Resignation: new () => Resignation;
  /** The milliseconds that a move should and may take; null if no clock runs. `played`: the moves of both. */
  timeForMove(
    limits: ClockLimits,
    side: Side,
    marginMs: number,
    played: number,
  ): { soft: number; hard: number } | null;
  findVariantMate(
    position: VariantPosition,
    nodes: number,
  ): { mate: boolean | null; moves: string[]; nodes: number };
  /** Of the build with threads; it grows, so its buffer is asked for each time. */
  wasmMemory?: WebAssembly.Memory;
}

/** What the script of the module defines. */
export type LoadCore = (options: {
  locateFile: (name: string) => string;
  /** Of the build with threads: this script, for them. */
  mainScriptUrlOrBlob?: string;
  /** Of the build with threads: how many there are at most. */
  threads?: number;
}) => Promise<Core>;
