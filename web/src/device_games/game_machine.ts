// A game as a pure state machine, as komadai.play.game has it: commands return events, applied events change the
// state. What depends on the rules of shogi is told to it: whether a move is legal, and whether it ends the game.

import type { Color } from "../api/types";
import { colorOfTosser, type Pawn } from "../play/furigoma";
import { Clock } from "./clock";
import type { Created, Ended, GameEvent, Participant } from "./events";

/** How long the toss of pawns is shown before the first player's time begins. */
const TOSS_MS = 5000;

/** How a game ended. */
export interface Ending {
  winner: Color | null;
  termination: string;
  infraction: string | null;
  failed: string[];
}

/** What the rules say of a move: the one that it breaks, or the end that it brings. */
export interface Judged {
  infraction: string | null;
  ending: Ending | null;
}

export interface PlayedMove {
  usi: string;
  color: Color;
  ms: number;
}

/** A command that the game refuses; `code` is one of komadai.play.errors. */
export class CommandRefused extends Error {
  constructor(
    readonly code: string,
    /** Of an illegal move the rule that it breaks, of a text that is no move the text. */
    readonly about: string | null = null,
  ) {
    super(code);
  }
}

export const opponent = (color: Color): Color => (color === "black" ? "white" : "black");

export class GameMachine {
  /** The number of events, which is the number of the last one. */
  count = 0;
  /** The time of the last event. */
  at: number;
  /** The colours of the two players; null until the toss has decided. */
  colors: readonly [Color, Color] | null = null;
  touchMove = false;
  readonly throws: Pawn[][] = [];
  readonly moves: PlayedMove[] = [];
  clock: Clock | null;
  paused = true;
  ending: Ending | null = null;
  resignedWith: "makemashita" | "arimasen" | null = null;
  isInterrupted = false;
  private begun = false;
  private turnBegan: number;
  private readonly first: Color;

  /** Plays a log. */
  constructor(log: readonly GameEvent[]) {
    const [created] = log;
    if (created?.type !== "created/2") throw new RangeError("the log does not begin with created/2");
    this.settings = created;
    this.at = this.turnBegan = created.at;
    this.first = created.start_sfen.split(" ")[1] === "w" ? "white" : "black";
    this.clock = created.clock === null ? null : Clock.new(created.clock);
    for (const event of log) this.apply(event);
  }

  readonly settings: Created;

  // --- reading

  get turn(): Color {
    return this.moves.length % 2 === 0 ? this.first : opponent(this.first);
  }

  player(color: Color): Participant | null {
    return this.colors === null ? null : (this.settings.players[this.colors.indexOf(color)] ?? null);
  }

  /** The colour of the only person; null if both are persons, or before the toss. */
  get person(): Color | null {
    const { players } = this.settings;
    const at = players.findIndex(({ type }) => type === "person");
    return this.bothPersons || this.colors === null ? null : (this.colors[at] ?? null);
  }

  get bothPersons(): boolean {
    return this.settings.players.every(({ type }) => type === "person");
  }

  get personsTurn(): boolean {
    return this.ending === null && this.player(this.turn)?.type === "person";
  }

  /** The level of the engine that has to move; null if none has, or the game is paused. */
  get enginesTurn(): number | null {
    const player = this.ending === null && !this.paused ? this.player(this.turn) : null;
    return player?.type === "engine" ? (player.level ?? 1) : null;
  }

  // --- commands: they return events and change nothing

  /** One toss of pawns for the first player; a tie is tossed again. */
  throwPawns(pawns: Pawn[], at: number): GameEvent[] {
    const type = pawns.includes(null) ? "thrown_on_side" : "thrown";
    return [{ type, at: this.notBefore(at), pawns }];
  }

  /** Starts or continues the game; no events if it runs already or is over. */
  resume(at: number): GameEvent[] {
    if (this.ending !== null || !this.paused || this.colors === null) return [];
    const wait_ms = this.throws.length > 0 && !this.begun ? TOSS_MS : 0;
    return [{ type: "resumed", at: this.notBefore(at), ...(wait_ms > 0 ? { wait_ms } : {}) }];
  }

  /** Pauses the game, because the page was closed then; no events if it is paused or over. */
  pause(at: number): GameEvent[] {
    if (this.ending !== null || this.paused) return [];
    const fall = this.tick(at);
    return fall.length > 0 ? fall : [{ type: "paused", at: this.notBefore(at) }];
  }

  /** The events of a flag fall, if the time is up. */
  tick(at: number): GameEvent[] {
    const now = this.notBefore(at);
    const color = this.clock?.flagged(now) ?? null;
    return color === null ? [] : this.flagFall(color, now);
  }

  move(color: Color, usi: string, judged: Judged, at: number): GameEvent[] {
    const fall = this.checkRunning(at);
    if (fall.length > 0) return fall;
    const now = this.notBefore(at);
    this.checkTurn(color);
    if (judged.infraction !== null) return this.illegal(color, usi, judged.infraction, now);
    const ms = this.clock === null ? Math.max(0, now - this.turnBegan) : this.clock.spentMs(now);
    const moved: GameEvent = { type: "moved", at: now, usi, ms };
    return judged.ending === null ? [moved] : [moved, ended(judged.ending, now)];
  }

  resign(color: Color, at: number, word: "makemashita" | "arimasen" | null = null): GameEvent[] {
    const fall = this.checkRunning(at);
    if (fall.length > 0) return fall;
    const now = this.notBefore(at);
    return [
      { type: "resigned", at: now, color, ...(word === null ? {} : { word }) },
      ended(lost(color, "resignation"), now),
    ];
  }

  /** Declares the impasse; `ending`: what comes of it by the rule of the game. */
  declare(color: Color, ending: Ending, at: number): GameEvent[] {
    const fall = this.checkRunning(at);
    if (fall.length > 0) return fall;
    const now = this.notBefore(at);
    this.checkTurn(color);
    return [{ type: "declared", at: now, color }, ended(ending, now)];
  }

  /** Undoes the side's last move, and the reply to it if there is one. */
  takeBack(color: Color, at: number): GameEvent[] {
    const fall = this.checkRunning(at);
    if (fall.length > 0) return fall;
    if (!this.settings.take_back) throw new CommandRefused("no_take_backs");
    const plies = this.turn === color ? 2 : 1;
    if (this.moves.length < plies) throw new CommandRefused("nothing_to_take_back");
    return [{ type: "taken_back", at: this.notBefore(at), color, plies }];
  }

  /** Ends the game without a result: the engine cannot play. */
  interrupt(at: number): GameEvent[] {
    const fall = this.checkRunning(at);
    if (fall.length > 0) return fall;
    const now = this.notBefore(at);
    return [
      { type: "interrupted", at: now, reason: "engine_failed" },
      ended({ winner: null, termination: "interrupted", infraction: null, failed: [] }, now),
    ];
  }

  private notBefore(at: number): number {
    return Math.max(at, this.at);
  }

  /** Throws if the game is over or paused. The events of a flag fall, if any. */
  checkRunning(at: number): GameEvent[] {
    if (this.ending !== null) throw new CommandRefused("finished");
    if (this.paused) throw new CommandRefused("not_started");
    return this.tick(at);
  }

  private checkTurn(color: Color): void {
    if (this.turn !== color) throw new CommandRefused("not_your_turn");
  }

  private flagFall(color: Color, at: number): GameEvent[] {
    return [{ type: "flagged", at, color }, ended(lost(color, "time_forfeit"), at)];
  }

  private illegal(color: Color, usi: string, infraction: string, at: number): GameEvent[] {
    if (this.settings.illegal === "refuse") throw new CommandRefused("illegal", infraction);
    return [
      { type: "illegal", at, color, usi, infraction },
      ended({ ...lost(color, "illegal_move"), infraction }, at),
    ];
  }

  // --- events: the only place where the state changes

  apply(event: GameEvent): void {
    const { at } = event;
    switch (event.type) {
      case "created/2":
        if (event.colors === "fixed") this.colors = ["black", "white"];
        break;
      case "touch_move":
        this.touchMove = true;
        break;
      case "thrown":
      case "thrown_on_side": {
        this.throws.push(event.pawns);
        const first = colorOfTosser(this.throws);
        if (first !== null) this.colors = [first, opponent(first)];
        break;
      }
      case "resumed":
        this.paused = false;
        this.begun = true;
        this.turnBegan = at + (event.wait_ms ?? 0);
        if (this.clock?.paused === true) this.clock = this.clock.resume(this.turnBegan);
        else this.clock = this.clock?.start(this.turn, this.turnBegan) ?? null;
        break;
      case "paused":
        this.paused = true;
        this.clock = this.clock?.pause(at) ?? null;
        break;
      case "moved":
        this.moves.push({ usi: event.usi, color: this.turn, ms: event.ms });
        this.turnBegan = at;
        this.clock = this.clock?.press(at) ?? null;
        break;
      case "taken_back":
        this.undo(event.plies, at);
        break;
      case "resigned":
        this.resignedWith = event.word ?? null;
        break;
      case "interrupted":
        this.isInterrupted = true;
        break;
      case "ended":
        this.end(event);
        break;
      default: // the result is in the event that follows
    }
    this.at = at;
    this.count += 1;
  }

  private undo(plies: number, at: number): void {
    const undone = { black: 0, white: 0 };
    for (const { color } of this.moves.splice(-plies)) undone[color] += 1;
    this.turnBegan = at;
    this.clock = this.clock?.takeBack(this.turn, at, undone) ?? null;
  }

  private end({ at, winner, termination, infraction, failed }: Ended): void {
    this.ending = { winner, termination, infraction, failed };
    this.paused = false;
    this.clock = this.clock?.stop(at) ?? null;
  }
}

const ended = (ending: Ending, at: number): Ended => ({ type: "ended", at, ...ending });

const lost = (color: Color, termination: string): Ending => ({
  winner: opponent(color),
  termination,
  infraction: null,
  failed: [],
});
