// What the room of a game knows of where its game comes from: its state and the legal moves in it, the user's moves
// and offers, the clock, and what happens. ServerGame is the server's form of it, LocalGame (device_games) this device's.

import type {
  ChatLine,
  ChatRights,
  Color,
  Game,
  Move,
  OfferName,
  Text,
  TournamentSummary,
} from "../api/types";
import type { Diagram } from "../board/sfen";
import type { BoardSpec } from "../board/spec";
import type { VariantSpec } from "../variants/variant_spec";

/** Why there is no game to show. */
export type Failure = "not-found" | "refused" | "unreachable";

/** Why something was refused: a code, and words where the source has them. */
export interface Trouble {
  code: string;
  text: Text | null;
}

/** A command of the player. */
export type Command =
  | { type: "move"; usi: string }
  | { type: "typed"; text: string }
  | { type: "resign"; word: "makemashita" | "arimasen" }
  | { type: "declare" | "take_back" | "adjourn" | "give_time" | "resume" | "abort" | "claim" }
  | { type: "answer"; offer: OfferName; accept: boolean };

/** The formats in which a record can be had. */
export type RecordForm = "kif" | "kif-sjis" | "csa" | "usi" | "western-text" | "svg";

export interface GameSource {
  readonly id: string;

  // --- the state
  readonly game: Game | null;
  /** The variant, if the game is not standard shogi. */
  readonly variant: VariantSpec | null;
  readonly spec: BoardSpec;
  readonly failure: Failure | null;
  load: () => Promise<void>;
  close: () => void;

  // --- the position shown
  readonly ply: number;
  /** The earlier ply shown, or null for the present. */
  viewed: number | null;
  readonly shownPly: number;
  readonly isPresent: boolean;
  readonly shownMove: Move | null;
  /** A move that is not confirmed is not in it. */
  readonly shownSfen: string | null;
  readonly diagram: Diagram | null;
  goTo: (ply: number) => void;

  // --- moves
  /** The side the user may move for now. */
  readonly mover: Color | null;
  /** A move made and not yet confirmed. */
  pending: string | null;
  move: (usi: string) => Promise<void>;
  /** Whether the user may prepare a move now. */
  readonly preparing: boolean;
  /** The move that is sent after the opponent's, in USI. */
  premove: string | null;
  /** The moves that can be prepared; null: not known yet. */
  readonly premoves: readonly string[] | null;
  loadPremoves: () => Promise<void>;
  /** The prepared move, if it is legal now; "illegal" if it was dropped; null if there is none to play. */
  takePremove: (before: Game, after: Game) => string | null;

  // --- offers and other commands
  readonly busy: boolean;
  /** Whether an answer to an offer is being sent: the offer's end is then the user's own doing. */
  readonly answering: boolean;
  /** Returns whether the command was accepted. If not, `trouble` holds the reason. */
  command: (command: Command) => Promise<boolean>;
  /** Asks for a rematch, or accepts it. Returns the id of the next game once both want it. */
  rematch: () => Promise<string | null>;
  /** The board on which the players go over the game; returns its address. */
  goOver: () => Promise<string>;
  declineGoingOver: () => Promise<void>;
  /** Begins a game of one person for both sides from a position; returns its id. */
  studyFrom: (sfen: string) => Promise<string>;

  /** The clock: performance.now() when its state was received; later while it stands still for the toss of pawns. */
  readonly clocksAt: number;

  // --- what happens
  readonly connection: "opening" | "open" | "broken";
  reconnect: () => void;
  trouble: Trouble | null;
  notice: Text | null;
  /** What was said, in order. */
  readonly chat: readonly ChatLine[];
  /** Says a set phrase or a text. Returns why it was refused; null: it was said. */
  say: (what: { phrase: string } | { text: string }) => Promise<Trouble | null>;
  /** Whether the user may write freely, and if not, from when. */
  chatRights: () => Promise<ChatRights>;
  /** The event to which the game belongs. */
  event: () => Promise<TournamentSummary | null>;
  /** The forms in which the record can be had. */
  readonly recordForms: readonly RecordForm[];
  /** The address of the record, with the position after `ply` where it is a picture. */
  recordUrl: (form: RecordForm, ply?: number) => string;
  /** The name of the file with the record; empty: whoever sends it says so. */
  recordName: (form: RecordForm) => string;
}

/** Opens a game. `changed` is called after every change; `before` is null at first. */
export type OpenGame = (id: string, changed: (before: Game | null, after: Game) => void) => GameSource;
