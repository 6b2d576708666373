// The clock of a game on this device, as komadai.clock has it: immutable, without a wall clock. All times are
// whole milliseconds; `at` is a moment on any one scale.

import type { ClockFace, ClockSettings, Color } from "../api/types";

/** The time with which a side begins its next turn. */
export interface SideTime {
  main_ms: number;
  periods: number;
}

type Sides = Readonly<Record<Color, SideTime>>;

const other = (color: Color): Color => (color === "black" ? "white" : "black");

export class Clock {
  private constructor(
    private readonly control: ClockSettings,
    private readonly sides: Sides,
    /** The side whose turn it is; null before the start and after the end. */
    readonly turn: Color | null,
    /** When the running turn began, minus pauses; null when no time runs. */
    readonly since: number | null,
    /** Time used of the turn so far, while paused. */
    private readonly usedMs: number,
  ) {}

  static new(control: ClockSettings): Clock {
    const side = { main_ms: control.main_ms, periods: control.byoyomi_ms > 0 ? control.periods : 0 };
    return new Clock(control, { black: side, white: side }, null, null, 0);
  }

  get running(): boolean {
    return this.since !== null;
  }

  get paused(): boolean {
    return this.turn !== null && this.since === null;
  }

  /** The moment at which the running side's time is up; null when nothing runs. */
  get deadline(): number | null {
    return this.turn === null || this.since === null ? null : this.since + this.budgetMs(this.turn);
  }

  /** The side whose time was up by this moment, the deadline itself included. */
  flagged(at: number): Color | null {
    return this.deadline !== null && at >= this.deadline ? this.turn : null;
  }

  /** The time that the present turn has used so far; 0 between turns. */
  spentMs(at: number): number {
    return this.since === null ? this.usedMs : Math.max(at - this.since, 0);
  }

  /** All the time that the side has for its move: main time and all periods. */
  budgetMs(color: Color): number {
    const { main_ms, periods } = this.sides[color];
    return main_ms + periods * this.control.byoyomi_ms;
  }

  /** The display of the side's clock at this moment. */
  face(color: Color, at: number): ClockFace {
    const { byoyomi_ms, increment_ms } = this.control;
    const { main_ms, periods } = this.sides[color];
    const usedMs = color === this.turn ? this.spentMs(at) : 0;
    const over = usedMs - main_ms;
    const same = { byoyomi_ms, increment_ms };
    if (over < 0 || byoyomi_ms === 0)
      return {
        phase: "main",
        remaining_ms: Math.max(-over, 0),
        periods: byoyomi_ms > 0 ? periods : 0,
        ...same,
      };
    if (usedMs >= this.budgetMs(color)) return { phase: "byoyomi", remaining_ms: 0, periods: 0, ...same };
    const remaining_ms = byoyomi_ms - (over % byoyomi_ms);
    return { phase: "byoyomi", remaining_ms, periods: periods - Math.floor(over / byoyomi_ms), ...same };
  }

  start(turn: Color, at: number): Clock {
    return new Clock(this.control, this.sides, turn, at, 0);
  }

  /** The side to move has moved, before its time was up. */
  press(at: number): Clock {
    const turn = this.mover();
    const side = this.charged(turn, this.spentMs(at));
    const sides = { ...this.sides, [turn]: { ...side, main_ms: side.main_ms + this.control.increment_ms } };
    return new Clock(this.control, sides, other(turn), at, 0);
  }

  /** The game is over: the running turn is charged, then no time runs. */
  stop(at: number): Clock {
    const { turn } = this;
    if (turn === null) return this;
    const used = this.spentMs(at);
    const side = used >= this.budgetMs(turn) ? { main_ms: 0, periods: 0 } : this.charged(turn, used);
    return new Clock(this.control, { ...this.sides, [turn]: side }, null, null, 0);
  }

  pause(at: number): Clock {
    return new Clock(this.control, this.sides, this.mover(), null, this.spentMs(at));
  }

  resume(at: number): Clock {
    return new Clock(this.control, this.sides, this.turn, at - this.usedMs, 0);
  }

  /**
   * Moves were taken back and this side begins a new turn: used time is not returned, and the increments of the
   * undone moves are subtracted, but for one.
   */
  takeBack(turn: Color, at: number, undone: Readonly<Record<Color, number>>): Clock {
    const mover = this.mover();
    const charged = { ...this.sides, [mover]: this.charged(mover, this.spentMs(at)) };
    const gain = this.control.increment_ms;
    const without = ({ main_ms, periods }: SideTime, count: number): SideTime => ({
      main_ms: Math.max(main_ms - count * gain, Math.min(main_ms, gain)),
      periods,
    });
    const sides = {
      black: without(charged.black, undone.black),
      white: without(charged.white, undone.white),
    };
    return new Clock(this.control, sides, turn, at, 0);
  }

  private mover(): Color {
    if (this.turn === null) throw new RangeError("the clock is at rest");
    return this.turn;
  }

  /** The side when so much of its turn, less than its budget, is used. */
  private charged(color: Color, usedMs: number): SideTime {
    const { main_ms, periods } = this.sides[color];
    if (usedMs < main_ms) return { main_ms: main_ms - usedMs, periods };
    const { byoyomi_ms } = this.control;
    const over = usedMs - main_ms;
    return { main_ms: 0, periods: periods - (byoyomi_ms > 0 ? Math.floor(over / byoyomi_ms) : 0) };
  }
}
