// Choosing a move on the board: a piece is selected, then its way square by square, then whether it promotes.

import { untrack } from "svelte";
import { say } from "../i18n";
import type { Badge } from "./badges";
import type { BoardInput, BoardMarks, BoardPosition } from "./board_props";
import { parseUsi, preview, squareName, squareNumber, type Kind } from "./sfen";
import { STANDARD } from "./spec";
import { boardWords } from "./texts";

export type Origin = { square: number } | { drop: Kind };

interface Given {
  readonly position: BoardPosition;
  readonly marks: BoardMarks;
  readonly input: BoardInput;
  /** Where a square is on the screen. */
  boxOf: (square: number) => DOMRect;
  /** Called when the promotion box has closed. */
  answered: () => void;
  /** Called when the selection is cleared because the position has changed. */
  cleared: () => void;
}

const NO_MOVES: readonly string[] = [];

export class Choosing {
  selected = $state.raw<Origin | null>(null);
  /** The squares on the way that were chosen, of a move in several steps. */
  via = $state.raw<number[]>([]);
  /** The two moves of which the user is to choose one. */
  choice = $state.raw<{ plain: string; promoted: string; box: DOMRect } | null>(null);
  /** The square chosen for the selected piece before the legal moves are known. */
  queuedTarget = $state<number | null>(null);
  /** Whether the piece was selected while the opponent was to move. */
  private early = false;

  readonly diagram = $derived.by(() => this.given.position.diagram);
  readonly spec = $derived.by(() => this.given.position.spec ?? STANDARD);
  readonly mover = $derived.by(() => this.given.input.mover ?? null);
  readonly legal = $derived.by(() => {
    const { legal } = this.given.input;
    return legal === undefined ? NO_MOVES : legal;
  });
  private readonly preparing = $derived.by(() => this.given.input.preparing === true);
  private readonly touchMove = $derived.by(() => this.given.input.touchMove === true);

  /** What is shown: the diagram with the steps that were chosen. */
  readonly view = $derived.by(() => {
    const { diagram, spec, choice } = this;
    if (choice !== null) return preview(diagram, choice.plain, spec);
    return this.via.length === 0 ? diagram : { ...preview(diagram, this.partial, spec), turn: diagram.turn };
  });

  private readonly moves = $derived.by(() =>
    (this.legal ?? []).map((usi) => ({ usi, ...parseUsi(usi, this.spec) })),
  );
  readonly origin = $derived.by(() => (this.selected === null ? null : this.prefix(this.selected)));
  /** The steps chosen so far, as USI. */
  private readonly partial = $derived.by(() => (this.origin ?? "") + this.via.map(this.name).join(""));
  /** The legal moves that begin with the chosen steps, each with the squares that follow. */
  private readonly continuing = $derived.by(() => {
    const { selected, via } = this;
    if (selected === null || this.choice !== null) return [];
    const drop = "drop" in selected ? selected.drop : null;
    const chosen = "drop" in selected ? via : [selected.square, ...via];
    return this.moves
      .filter((move) => move.drop === drop && chosen.every((square, step) => move.path[step] === square))
      .map((move) => ({ ...move, rest: move.path.slice(chosen.length) }));
  });
  readonly pass = $derived.by(() => this.continuing.find(this.isPass) ?? null);
  /** The names of the squares to which the next step can go. */
  readonly targets = $derived.by(
    () =>
      new Set(
        this.continuing.flatMap((move) => {
          const next = this.isPass(move) ? undefined : move.rest[0];
          return next === undefined ? [] : [this.name(next)];
        }),
      ),
  );
  /** The values of the moves that end on a square with the next step. */
  readonly badges = $derived.by(() => {
    const found = new Map<string, Badge>();
    const ends = new Map(
      this.continuing.filter(({ rest }) => rest.length === 1).map(({ usi, rest }) => [usi, rest[0] ?? 0]),
    );
    for (const [usi, badge] of this.given.marks.values ?? []) {
      const square = ends.get(usi);
      // With and without promotion: the better one, which comes first.
      if (square !== undefined && !found.has(this.name(square))) found.set(this.name(square), badge);
    }
    return found;
  });
  /** The square on which the move may end where the chosen steps have led. */
  readonly stopsAt = $derived.by(() =>
    this.continuing.some(({ rest }) => rest.length === 0) ? (this.via[this.via.length - 1] ?? null) : null,
  );

  /** To be called while a component is created. */
  constructor(private readonly given: Given) {
    $effect(() => {
      // When the turn or the position changes, the selection is cleared.
      void this.diagram;
      void this.mover;
      const stays = this.early && untrack(() => this.selected !== null && this.isThere(this.selected));
      this.early = this.preparing;
      this.choice = null;
      this.queuedTarget = null;
      if (stays) return;
      this.selected = untrack(() => this.boundOrigin());
      this.via = [];
      given.cleared();
    });
    $effect(() => {
      if (this.legal === null) return;
      untrack(() => {
        const to = this.queuedTarget;
        this.queuedTarget = null;
        if (to !== null && !this.moveTo(to)) this.select(null);
      });
    });
  }

  readonly name = (square: number): string => squareName(square, this.spec);
  private prefix(from: Origin): string {
    return "drop" in from ? `${from.drop}*` : this.name(from.square);
  }
  /** A move that returns to its square without capturing; a button plays it. */
  private readonly isPass = ({ path, rest }: { path: number[]; rest: number[] }): boolean =>
    path.length === 3 &&
    path[0] === path[2] &&
    rest.length === 2 &&
    this.view.squares[path[1] ?? -1] === null;

  private isThere(from: Origin): boolean {
    const { mover, diagram } = this;
    if ("square" in from) return diagram.squares[from.square]?.color === mover;
    return this.holds(from.drop);
  }

  /** The piece that was touched and must move. */
  private boundOrigin(): Origin | null {
    const touched = this.given.input.touched ?? null;
    if (!this.touchMove || this.mover === null || touched === null) return null;
    return touched.endsWith("*")
      ? { drop: touched.slice(0, -1) }
      : { square: squareNumber(touched, this.spec) };
  }

  private canMove(from: Origin): boolean {
    return this.moves.some((move) =>
      "drop" in from ? move.drop === from.drop : move.drop === null && move.path[0] === from.square,
    );
  }

  isMine(square: number): boolean {
    return this.mover !== null && this.view.squares[square]?.color === this.mover;
  }
  isOrigin(square: number): boolean {
    return this.selected !== null && "square" in this.selected && this.selected.square === square;
  }
  isSelected(from: Origin | null): boolean {
    return from !== null && this.selected !== null && this.prefix(this.selected) === this.prefix(from);
  }
  /** Whether the selected piece may be put on the square. */
  isGoal(square: number): boolean {
    if (this.selected === null) return false;
    return this.given.input.free === true || this.legal === null || this.targets.has(this.name(square));
  }

  private say(text: string): void {
    this.given.input.onsay?.(text);
  }
  private report(usi: string): void {
    this.given.input.onmove?.(usi);
  }

  select(from: Origin | null): void {
    const before = this.selected;
    if (this.touchMove && before !== null && this.canMove(before) && !this.isSelected(from)) {
      this.via = [];
      this.say(boardWords().mustMove);
      return;
    }
    this.selected = from;
    this.via = [];
    this.queuedTarget = null;
    if (from === null) {
      if (before !== null) this.say(boardWords().released);
      return;
    }
    const kind = "drop" in from ? from.drop : (this.diagram.squares[from.square]?.kind ?? "");
    this.say(boardWords().picked(say(this.spec.name(kind)), this.legal === null ? null : this.targets.size));
    this.given.input.onselect?.();
    if (this.touchMove && this.canMove(from)) this.given.input.ontouch?.(this.prefix(from));
  }

  /**
   * Moves the selected piece to the square; returns whether that was a move or a step of one. A move that
   * may go on from there goes on, unless `stop`.
   */
  moveTo(to: number, stop = false): boolean {
    if (this.selected === null) return false;
    const own = this.diagram.squares[to]?.color === this.mover;
    if (this.legal === null) {
      if (!own) this.queuedTarget = to;
      return !own;
    }
    const here = this.continuing.filter((move) => move.rest[0] === to && !this.isPass(move));
    const ends = here.filter(({ rest }) => rest.length === 1);
    if (here.length > ends.length && !(stop && ends.length > 0)) {
      this.via = [...this.via, to];
      this.say(boardWords().stepped(this.targets.size));
      return true;
    }
    return this.finish(ends, to, own);
  }

  /** Plays the move, one of `ends`; asks if two of them differ in the promotion only. */
  private finish(ends: readonly { usi: string; promotion: boolean }[], to: number, own = false): boolean {
    const plain = ends.find(({ promotion }) => !promotion)?.usi;
    const promoted = ends.find(({ promotion }) => promotion)?.usi;
    if (plain !== undefined && promoted !== undefined) {
      this.choice = { plain, promoted, box: this.given.boxOf(to) };
      return true;
    }
    if (plain === undefined && promoted === undefined && (this.given.input.free !== true || own))
      return false;
    const usi = promoted ?? plain ?? this.partial + this.name(to);
    this.selected = null;
    this.via = [];
    this.report(usi);
    return true;
  }

  /** Ends a move in several steps on this square, if it is there. */
  stopOn(square: number): boolean {
    if (this.via[this.via.length - 1] !== square) return false;
    const ends = this.continuing.filter(({ rest }) => rest.length === 0);
    return this.finish(ends, square, true);
  }

  answerPromotion(promote: boolean | null): void {
    const chosen = this.choice;
    this.choice = null;
    if (promote !== null || !this.touchMove) this.selected = null;
    this.via = [];
    if (chosen !== null && promote !== null) this.report(promote ? chosen.promoted : chosen.plain);
    this.given.answered();
  }

  playPass(): void {
    const usi = this.pass?.usi;
    this.selected = null;
    this.via = [];
    if (usi !== undefined) this.report(usi);
  }

  /** Enter, a tap of a screen reader, or a tap of a finger on a square. */
  activate(square: number): void {
    const { onpick, onhand } = this.given.input;
    onpick?.(square);
    if (onhand !== undefined) return;
    if (this.mover === null) return this.showPiece(square);
    if (this.stopOn(square)) return;
    if (this.isOrigin(square) && !this.targets.has(this.name(square))) this.select(null);
    else if (this.selected !== null && this.moveTo(square)) return;
    else if (this.isMine(square)) this.select({ square });
    else if (this.selected !== null) this.select(null);
    else this.showPiece(square);
  }

  showPiece(square: number): void {
    const kind = this.diagram.squares[square]?.kind;
    if (kind !== undefined) this.given.input.onpiece?.(kind, square);
  }

  /** Whether the side to move has such a piece in hand. */
  holds(kind: Kind): boolean {
    return this.mover !== null && (this.view.hands[this.mover][kind] ?? 0) > 0;
  }

  pickHand(kind: Kind): void {
    const { selected } = this;
    const { onhand } = this.given.input;
    if (!this.holds(kind)) return;
    if (onhand !== undefined) onhand(kind);
    else if (selected !== null && "drop" in selected && selected.drop === kind) this.select(null);
    else this.select({ drop: kind });
  }
}
