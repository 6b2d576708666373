// A line worked out in the head: moves of both sides, entered while the board stays at the start position.

import { CallError } from "../api/http";
import { askPosition } from "../core/ask_position";
import type { Color, Move, Position, Problem } from "../api/types";
import { settings } from "../state/settings.svelte";
import { say } from "../i18n";
import { tsumeWords } from "./texts";

/** The start of a move in USI: a square (`5c`) or a piece in hand (`G*`). */
type Origin = string;

export class HeadLine {
  moves = $state.raw<Move[]>([]);
  origin = $state<Origin | null>(null);
  /** A move that may promote: both forms of it. */
  promotion = $state.raw<{ plain: string; promoted: string } | null>(null);
  /** Why the last entry was no move; empty: it was one. */
  error = $state("");
  busy = $state(false);

  private problem = $state.raw<Problem | null>(null);
  private position = $state.raw<Position | null>(null);
  /** The positions before each move. */
  private before: Position[] = [];
  /** Counts the starts, so that answers to earlier ones are dropped. */
  private begun = 0;

  constructor(private readonly onsay: (text: string) => void) {}

  readonly plies = $derived(this.problem?.plies ?? 0);
  readonly complete = $derived(this.moves.length === this.plies);
  readonly usi = $derived(this.moves.map(({ usi }) => usi));
  /** The side whose move is entered next. */
  readonly side: Color = $derived(this.moves.length % 2 === 0 ? "black" : "white");
  readonly marked = $derived(this.origin === null || this.origin.endsWith("*") ? [] : [this.origin]);

  start(problem: Problem): void {
    this.begun += 1;
    this.busy = false;
    this.problem = problem;
    this.position = problem.position;
    this.before = [];
    this.moves = [];
    this.clear();
  }

  /** Takes back the moves after the first `count`. */
  keep(count: number): void {
    const position = this.before[count];
    if (position === undefined || this.busy) return;
    this.position = position;
    this.before = this.before.slice(0, count);
    this.moves = this.moves.slice(0, count);
    this.clear();
  }

  undo(): void {
    const last = this.moves.at(-1);
    if (last === undefined || this.busy) return;
    this.keep(this.moves.length - 1);
    this.onsay(tsumeWords().headUndone(name(last)));
  }

  clear(): void {
    this.origin = null;
    this.promotion = null;
    this.error = "";
  }

  /** A square was chosen: where a move begins or ends. */
  pick(square: string): void {
    if (this.complete || this.busy) return;
    if (this.origin === square) {
      this.clear();
      return;
    }
    const origin = this.origin;
    if (origin !== null) {
      const found = this.starting(origin + square);
      const plain = found.find((usi) => !usi.endsWith("+"));
      const promoted = found.find((usi) => usi.endsWith("+"));
      if (plain !== undefined && promoted !== undefined) {
        this.promotion = { plain, promoted };
        this.error = "";
        this.onsay(tsumeWords().headPromote);
        return;
      }
      const usi = plain ?? promoted;
      if (usi !== undefined) {
        void this.enter(usi);
        return;
      }
    }
    if (this.starting(square).length > 0) this.begin(square, tsumeWords().headFrom(square));
    else if (origin === null) this.refuse(tsumeWords().headNothing(square));
    else this.refuse(tsumeWords().headNoMove(square));
  }

  /** A piece in hand was chosen, to be dropped. */
  hold(kind: string): void {
    if (this.complete || this.busy) return;
    const origin = `${kind}*`;
    if (this.origin === origin) this.clear();
    else if (this.starting(origin).length > 0) this.begin(origin, tsumeWords().headDrop);
    else this.refuse(tsumeWords().headNotHeld);
  }

  /** Answers whether the piece promotes. */
  promote(yes: boolean): void {
    const choice = this.promotion;
    if (choice !== null) void this.enter(yes ? choice.promoted : choice.plain);
  }

  private async enter(usi: string): Promise<void> {
    const refused = await this.add({ play: usi });
    if (refused !== null) this.refuse(refused);
  }

  /** Adds a move in any notation. Returns why it was refused; null: it is legal after the moves entered. */
  type(typed: string): Promise<string | null> {
    return this.add({ typed });
  }

  private async add(move: { play: string } | { typed: string }): Promise<string | null> {
    const position = this.position;
    if (position === null || this.complete || this.busy) return null;
    const begun = this.begun;
    this.busy = true;
    this.clear();
    try {
      const answer = await askPosition({
        sfen: position.sfen,
        previous: this.moves.at(-1)?.usi ?? null,
        handicap: false,
        ...move,
      });
      if (begun !== this.begun || answer.move === null) return null;
      this.before = [...this.before, position];
      this.position = answer.position;
      this.moves = [...this.moves, answer.move];
      this.onsay([say(answer.move.spoken), tsumeWords().headCount(this.moves.length, this.plies)].join(" "));
      return null;
    } catch (error) {
      if (begun !== this.begun) return null;
      return error instanceof CallError && error.text !== null ? say(error.text) : tsumeWords().offline;
    } finally {
      if (begun === this.begun) this.busy = false;
    }
  }

  private begin(origin: Origin, text: string): void {
    this.clear();
    this.origin = origin;
    this.onsay(text);
  }

  private refuse(text: string): void {
    this.clear();
    this.error = text;
    this.onsay(text);
  }

  private starting(usi: string): string[] {
    return (this.position?.legal ?? []).filter((each) => each.startsWith(usi));
  }
}

const name = (move: Move): string => move.text[settings.notation];
