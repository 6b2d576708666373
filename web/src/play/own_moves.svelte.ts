// What the user does with the pieces: a move, at once or after a question; a move prepared; a piece touched.

import type { Color } from "../api/types";
import { parseUsi, squareName } from "../board/sfen";
import { boardWords } from "../board/texts";
import { say } from "../i18n";
import { settings } from "../state/settings.svelte";
import { isOfTouched, loadTouched, storeTouched } from "../variants/touched";
import type { GameSource } from "./game_source";
import { playMoveSound } from "./move_sound";
import { troubleText, type Refusal } from "./refusal";
import { playWords } from "./texts";

export class OwnMoves {
  /** The move that the user has made and not confirmed; the board shows it. */
  unconfirmed = $state<string | null>(null);
  /** Whether the prepared move was not legal after the opponent's move. */
  premoveDropped = $state(false);
  /** The own move whose sound was already made. */
  sounded: string | null = null;

  private touched = $state<{ sfen: string; origin: string } | null>(null);
  /** The piece that must move, in a game with touch-move. */
  readonly bound = $derived.by(() => {
    const { game, mover, id } = this.live;
    const sfen = game?.position.sfen;
    if (game?.touch_move !== true || sfen === undefined || mover === null) return null;
    return this.touched?.sfen === sfen ? this.touched.origin : loadTouched(id, sfen);
  });

  readonly preparing = $derived.by(() => settings.premoves && this.live.preparing);
  /** The prepared move in words. */
  readonly premoveText = $derived.by(() => {
    const { premove, diagram, spec } = this.live;
    if (premove === null || diagram === null) return null;
    const { drop, path } = parseUsi(premove, spec);
    const kind = drop ?? diagram.squares[path[0] ?? -1]?.kind ?? "P";
    return playWords().people.premove(say(spec.name(kind)), squareName(path[path.length - 1] ?? 0, spec));
  });

  /** To be called while a component is created. */
  constructor(
    private readonly live: GameSource,
    private readonly onsay: (text: string) => void,
  ) {
    // The move is dropped when the position changes or the game ends meanwhile.
    $effect(() => {
      if (live.pending === null) this.unconfirmed = null;
    });
  }

  /** The side whose pieces can be moved or prepared now. */
  get mover(): Color | null {
    return this.preparing ? (this.live.game?.you ?? null) : this.live.mover;
  }

  /** Plays the move. */
  play(usi: string): void {
    const { live } = this;
    const { drop, path } = parseUsi(usi, live.spec);
    const reached = drop === null ? path.slice(1) : path;
    const taken = reached.some((square) => square !== path[0] && live.diagram?.squares[square]);
    playMoveSound(taken ? "capture" : "snap");
    this.sounded = usi;
    void live.move(usi);
  }

  /** Plays the move, or asks first. */
  choose(usi: string): void {
    // In a correspondence game a slip costs days of thought.
    if (!settings.confirmMoves && this.live.game?.days === 0) return this.play(usi);
    this.unconfirmed = usi;
    this.live.pending = usi;
  }

  /** The answer to the question. */
  confirm(play: boolean): void {
    const usi = this.unconfirmed;
    this.unconfirmed = null;
    this.live.pending = null;
    if (usi !== null && play) this.play(usi);
  }

  /** The move to be confirmed in words. */
  nameOf(usi: string): string {
    const { spec, diagram } = this.live;
    const { drop, path, promotion } = parseUsi(usi, spec);
    const to = path[path.length - 1] ?? 0;
    const kind = drop ?? diagram?.squares[to]?.kind ?? "P";
    return playWords().people.moveTo(say(spec.name(kind)), squareName(to, spec), promotion);
  }

  prepare(usi: string): void {
    this.live.premove = usi;
    this.premoveDropped = false;
    this.onsay(`${this.premoveText ?? ""} ${playWords().people.premoveHelp}`);
  }

  unprepare(): void {
    if (this.live.premove === null) return;
    this.live.premove = null;
    this.onsay(playWords().people.premoveCancelled);
  }

  touch(origin: string): void {
    const sfen = this.live.game?.position.sfen;
    if (sfen === undefined) return;
    this.touched = { sfen, origin };
    storeTouched({ game: this.live.id, sfen, origin });
  }

  private isOfTouched(move: string): boolean {
    return this.bound === null || isOfTouched(move, this.bound);
  }

  /** Whether the piece that was touched allows the move; says so if it does not. */
  mayPlay(move: string): boolean {
    const may = this.isOfTouched(move);
    if (!may) this.onsay(boardWords().mustMove);
    return may;
  }

  /** Plays a move in any notation. Returns why it was refused; null: it was played. */
  async type(text: string): Promise<Refusal | null> {
    const { live } = this;
    if (!this.isOfTouched(text)) return { text: boardWords().mustMove };
    if (await live.command({ type: "typed", text })) return null;
    const trouble = live.trouble ?? { code: "offline", text: null };
    live.trouble = null; // it is said at the field
    return { text: troubleText(trouble) };
  }
}
