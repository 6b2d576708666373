// The log of a game, as komadai.play.events writes it: a server can read the games of this device back.

import type { ClockSettings, Color } from "../api/types";
import type { Pawn } from "../play/furigoma";

export type Participant = { type: "person" } | { type: "engine"; name: string; level: number | null };

export interface Created {
  type: "created/2";
  at: number;
  players: [Participant, Participant];
  /** `fixed`: the first player is Black. */
  colors: "fixed" | "furigoma";
  handicap: string;
  start_sfen: string;
  clock: ClockSettings | null;
  impasse: string;
  illegal: "refuse" | "lose";
  take_back: boolean;
  max_moves: number | null;
  /** The key of the variant, with its options. */
  variant: string;
}

export interface Ended {
  type: "ended";
  at: number;
  winner: Color | null;
  termination: string;
  infraction: string | null;
  /** The conditions that a declaration did not meet. */
  failed: string[];
}

export type GameEvent =
  | Created
  | Ended
  | { type: "touch_move" | "paused"; at: number }
  | { type: "thrown" | "thrown_on_side"; at: number; pawns: Pawn[] }
  | { type: "resumed"; at: number; wait_ms?: number }
  | { type: "moved"; at: number; usi: string; ms: number }
  | { type: "taken_back"; at: number; color: Color; plies: number }
  | { type: "resigned"; at: number; color: Color; word?: "makemashita" | "arimasen" }
  | { type: "declared" | "flagged"; at: number; color: Color }
  | { type: "illegal"; at: number; color: Color; usi: string; infraction: string }
  | { type: "interrupted"; at: number; reason: "engine_failed" };
