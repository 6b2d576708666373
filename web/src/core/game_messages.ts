// What a game on this device asks of the worker of the core: the rules of its positions, and the computer's moves.

import type { Move } from "../api/types";
import type { ClockLimits, Compensation, SearchOptions, Side } from "./module";

/** A variant as the build has written it. */
export interface VariantData {
  key: string;
  /** The usual values of its options. */
  defaults: Record<string, string>;
  /** The setup. */
  sfen: string;
  files: number;
  ranks: number;
  description: unknown;
  weights: number[] | null;
  /** The names of its kinds in texts of moves, by their ids. */
  kinds: Record<string, { name: string; kanji: string; western: string; promotes: boolean; burns: boolean }>;
}

/** A game so far. */
export interface Played {
  variant: VariantData | null;
  start_sfen: string;
  moves: readonly string[];
}

/** How a game ends by the rules. */
export interface RuledEnd {
  winner: Side | null;
  termination: string;
}

export interface ImpasseRuleInUse {
  rule: string;
  compensation: Compensation;
}

/** Asks for the position after the moves, and for the texts of those after the first `known`. */
export interface PositionTask {
  kind: "position";
  game: Played;
  known: number;
  /** Whether the sides are 下手 and 上手. */
  handicap: boolean;
  /** The rule, and for whom its conditions are wanted. */
  impasse: (ImpasseRuleInUse & { side: Side | null }) | null;
}

export interface ImpasseFound {
  conditions: { key: string; met: boolean; value: number | null; need: number | null }[];
  /** All the points of the side, and whether each king has entered. */
  allPoints: number;
  entered: { own: boolean; other: boolean };
}

export interface PositionFound {
  kind: "position";
  /** The rule that the last move breaks; all else is then of the position before it. Null: it is legal. */
  infraction: string | null;
  /** The last move as the rules write it. */
  usi: string | null;
  moves: Move[];
  sfen: string;
  turn: Side;
  legal: string[];
  /** The squares of attacked kings of the side to move. */
  check: string[];
  end: RuledEnd | null;
  impasse: ImpasseFound | null;
}

/** Asks for the move that a person has typed: as the page writes it in any notation, or in USI. */
export interface TypedTask {
  kind: "typed";
  game: Played;
  handicap: boolean;
  text: string;
}

export interface TypedFound {
  kind: "typed";
  /** Null: no legal move is written so. */
  usi: string | null;
}

/** Asks what comes of a declaration by the side to move, or of an agreement. */
export interface DeclareTask {
  kind: "declare";
  game: Played;
  impasse: ImpasseRuleInUse;
  by: "declaration" | "agreement";
}

export interface DeclareFound {
  kind: "declare";
  /** Why it cannot be agreed on. */
  refused: "no_impasse" | null;
  winner: Side | null;
  /** The conditions of the declaration that are not met. */
  failed: string[];
}

/** Asks for the computer's move. */
export interface ReplyTask {
  kind: "reply";
  /** Any name of the game. */
  id: string;
  game: Played;
  /** The options of the level. */
  options: SearchOptions;
  impasse: ImpasseRuleInUse | null;
  clock: ClockLimits;
  marginMs: number;
  /** Centipawns below which the game is lost; null: the computer plays on to the mate. */
  resignValue: number | null;
  /** Whether White gave a handicap. */
  handicap: boolean;
}

export interface ReplyFound {
  kind: "reply";
  does: "move" | "resign" | "declare";
  /** The move, if it moves. */
  usi: string;
}

export type GameTask = PositionTask | TypedTask | DeclareTask | ReplyTask;
export type GameFound = PositionFound | TypedFound | DeclareFound | ReplyFound;
