// One step of a lesson while it is being done: what stands on the board, whether it is right, what is said.

import { readNotation } from "../api/lessons";
import type { Step } from "../api/types";
import { mayMove, settings } from "../state/settings.svelte";
import type { BoardSpec } from "../board/spec";
import { parseSfen, parseUsi, preview, squareName, type Diagram } from "../board/sfen";
import { say } from "../i18n";
import { lessonsWords } from "./texts";
import { playMoveSound } from "../play/move_sound";

export interface Message {
  tone: "success" | "failure" | "plain";
  text: string;
}

const REPLY_MS = 600;

export class StepSession {
  /** `ask`: waiting for an answer; `wrong`: a wrong move stands on the board; `right`: done. */
  phase = $state<"ask" | "wrong" | "right">("ask");
  message = $state.raw<Message | null>(null);
  /** Whether it needed a second try or the solution. */
  missed = $state(false);
  /** A square to look at, from a hint. */
  pointed = $state<string | null>(null);
  /** The numbers of wrong options that were chosen. */
  crossed = $state.raw<readonly number[]>([]);
  private moves = $state.raw<readonly string[]>([]);
  private hints = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `onright` is called once, when the step has been done. */
  constructor(
    readonly lesson: string,
    readonly step: Step,
    readonly spec: BoardSpec,
    private readonly onright: (missed: boolean) => void,
  ) {
    if (step.kind === "read" || step.kind === "play") this.phase = "right";
  }

  readonly diagram: Diagram = $derived.by(() =>
    this.moves.reduce(
      (diagram, usi) => preview(diagram, usi, this.spec),
      parseSfen(this.step.sfen, this.spec),
    ),
  );
  readonly last = $derived(this.moves[this.moves.length - 1] ?? null);
  readonly fresh = $derived(this.moves.length === 0);
  readonly legal = $derived.by(() => (this.phase === "ask" ? this.step.legal : []));
  readonly mover = $derived.by(() =>
    this.phase === "ask" && this.step.kind === "move" ? this.step.turn : null,
  );

  play(usi: string): void {
    if (this.phase !== "ask") return;
    const taken = this.taken(usi);
    this.moves = [usi];
    this.pointed = null;
    if (this.step.right.includes(usi)) {
      playMoveSound(taken ? "capture" : "snap");
      this.done();
      return;
    }
    playMoveSound("snap");
    this.phase = "wrong";
    this.missed = true;
    const why = this.step.wrong[usi];
    const words = lessonsWords().wrong;
    this.message = { tone: "failure", text: why === undefined ? words[this.step.goal ?? "move"] : say(why) };
  }

  choose(number: number): void {
    if (this.phase !== "ask" || this.crossed.includes(number)) return;
    if (number === this.step.answer) {
      this.done();
      return;
    }
    this.missed = true;
    this.crossed = [...this.crossed, number];
    this.message = { tone: "failure", text: lessonsWords().notThis };
  }

  /** Reads a move as text. Returns why it is not the one that is asked; null: it is. */
  async type(text: string): Promise<string | null> {
    if (this.phase !== "ask") return null;
    const words = lessonsWords();
    const { right, read_as, why } = await readNotation(this.lesson, this.step.key, text);
    if (right) {
      this.showAsked();
      this.done();
      return null;
    }
    if (why !== null) return words.noMove;
    this.missed = true;
    const named = read_as?.[settings.notation];
    return named === undefined ? words.illegalTyped : words.readAs(named);
  }

  /** First the author's hint, if there is one, then the piece to move. */
  hint(): void {
    if (this.phase !== "ask") return;
    const words = lessonsWords();
    this.hints += 1;
    if (this.step.hint !== null && this.hints === 1) {
      this.message = { tone: "plain", text: say(this.step.hint) };
      return;
    }
    const usi = this.step.right[0];
    if (usi === undefined) return this.solution();
    const { drop, path } = parseUsi(usi, this.spec);
    if (drop === null && path[0] !== undefined) {
      this.pointed = squareName(path[0], this.spec);
      this.message = { tone: "plain", text: words.look };
    } else this.message = { tone: "plain", text: words.lookHand(say(this.spec.name(drop ?? ""))) };
  }

  /** Shows the answer; it counts as missed. */
  solution(): void {
    if (this.phase === "right") return;
    this.missed = true;
    this.pointed = null;
    const usi = this.step.right[0];
    if (usi !== undefined) this.moves = [usi];
    else if (this.step.kind === "write") this.showAsked();
    this.done(true);
  }

  /** Takes a wrong move back. */
  again(): void {
    if (this.phase !== "wrong") return;
    this.moves = [];
    this.message = null;
    this.phase = "ask";
  }

  close(): void {
    clearTimeout(this.timer);
  }

  private showAsked(): void {
    const move = this.step.move;
    if (move !== null) this.moves = [move.usi];
  }

  private taken(usi: string): boolean {
    const { path } = parseUsi(usi, this.spec);
    const to = path[path.length - 1];
    return to !== undefined && this.diagram.squares[to] !== null;
  }

  private done(shown = false): void {
    const words = lessonsWords();
    this.phase = "right";
    const praise = words.right[this.step.key.charCodeAt(0) % words.right.length] ?? "";
    const { praise: own, why, move } = this.step;
    const more = own ?? why;
    const written = move?.[settings.notation];
    const text = [
      shown ? (written ?? (this.step.answer === null ? words.shown : "")) : praise,
      more === null ? "" : say(more),
    ];
    this.message = { tone: shown ? "plain" : "success", text: text.filter((part) => part !== "").join(" ") };
    const reply = this.step.reply;
    if (reply !== null)
      this.timer = setTimeout(
        () => {
          this.moves = [...this.moves, reply];
          playMoveSound("snap");
        },
        mayMove() ? REPLY_MS : 0,
      );
    this.onright(this.missed);
  }
}
