// What the room of a game derives from its state, wherever the game comes from: the position shown, who may move.

import type { Color, Game, Move, Text } from "../api/types";
import { parseSfen, preview, type Diagram } from "../board/sfen";
import { STANDARD, type BoardSpec } from "../board/spec";
import type { VariantSpec } from "../variants/variant_spec";
import type { Failure, Trouble } from "./game_source";

export class ShownGame {
  game = $state.raw<Game | null>(null);
  /** The variant, if the game is not standard shogi. */
  variant = $state.raw<VariantSpec | null>(null);
  failure = $state<Failure | null>(null);
  /** The earlier ply shown, or null for the present. */
  viewed = $state<number | null>(null);
  /** A move sent and not yet confirmed. */
  pending = $state<string | null>(null);
  busy = $state(false);
  trouble = $state.raw<Trouble | null>(null);
  notice = $state.raw<Text | null>(null);
  /** performance.now() when the clocks were received; later while they stand still for the toss of pawns. */
  clocksAt = $state(0);

  readonly spec = $derived<BoardSpec>(this.variant ?? STANDARD);
  readonly ply = $derived(this.game?.moves.length ?? 0);
  readonly shownPly = $derived(this.viewed ?? this.ply);
  readonly isPresent = $derived(this.viewed === null);
  readonly shownMove = $derived<Move | null>(this.game?.moves[this.shownPly - 1] ?? null);
  protected readonly sfenNow = $derived(this.game?.position.sfen ?? null);
  private readonly current = $derived<Diagram | null>(
    this.sfenNow === null ? null : parseSfen(this.sfenNow, this.spec),
  );
  /** The position shown; a move that is not confirmed is not in it. */
  readonly shownSfen = $derived(
    this.viewed === null ? this.sfenNow : (this.shownMove?.sfen ?? this.game?.start_sfen ?? null),
  );
  readonly diagram = $derived.by<Diagram | null>(() => {
    if (this.game === null || this.current === null) return null;
    if (this.viewed !== null) return parseSfen(this.shownMove?.sfen ?? this.game.start_sfen, this.spec);
    return this.pending === null ? this.current : preview(this.current, this.pending, this.spec);
  });
  /** The side the user may move for now. A move made before the connection is open waits for it. */
  readonly mover = $derived.by<Color | null>(() => {
    const game = this.game;
    if (game === null || !this.isPresent || this.pending !== null) return null;
    const turn = game.position.turn;
    const plays = game.status === "playing" && game.adjourned !== "sealed";
    return plays && (game.both || game.you === turn) ? turn : null;
  });

  constructor(
    readonly id: string,
    /** Called after every change of the game; `before` is null at first. */
    private readonly changed: (before: Game | null, after: Game) => void,
  ) {}

  goTo(ply: number): void {
    this.viewed = ply >= this.ply ? null : Math.max(0, ply);
  }

  /** Shows a new state. */
  protected take(game: Game): void {
    const before = this.game;
    this.clocksAt = performance.now() + (game.clocks?.wait_ms ?? 0);
    this.game = game;
    // An event without a new position (a player reconnecting, for instance) does not discard the pending move.
    if (before?.position.sfen !== game.position.sfen || game.status !== "playing") this.pending = null;
    if (game.adjourned === "sealed") this.pending = null;
    if (this.viewed !== null && this.viewed >= game.moves.length) this.viewed = null;
    this.changed(before, game);
  }
}
