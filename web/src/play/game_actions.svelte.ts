// What a player can do besides moving, and whether it is possible now.

import { settings } from "../state/settings.svelte";
import type { GameSource } from "./game_source";
import { playWords } from "./texts";

export class GameActions {
  /** What the user is asked about. */
  asking = $state<"resign" | "impasse" | null>(null);

  private readonly game = $derived.by(() => this.live.game);
  readonly playing = $derived(this.game !== null && this.game.you !== null && this.game.status === "playing");
  readonly ready = $derived.by(() => this.playing && this.live.connection === "open" && !this.live.busy);
  readonly mayTakeBack = $derived(
    this.playing && this.game?.take_back === true && this.game.adjourned === null,
  );
  readonly canTakeBack = $derived(
    this.ready && this.game?.moves.some((move) => this.game?.both || move.color === this.game?.you) === true,
  );
  readonly mayDeclare = $derived.by(
    () => this.playing && this.live.variant === null && this.game?.adjourned === null,
  );
  readonly mayResign = $derived(this.playing && this.game?.can_abort === false);

  readonly takeBackLabel = $derived.by(() =>
    this.game?.consent ? playWords().people.askTakeBack : playWords().game.takeBack,
  );
  /** With the points, as far as they count. */
  readonly impasseLabel = $derived.by(() => {
    const impasse = this.game?.position.impasse;
    const points = impasse?.need == null ? "" : ` ${impasse.points}/${impasse.need}`;
    return playWords().game.impasse + points;
  });
  private readonly abortLoses = $derived(this.game?.forfeits.includes("aborted") === true);
  readonly abortLabel = $derived.by(() =>
    this.abortLoses ? playWords().people.abortLoses : playWords().people.abort,
  );
  readonly abortShort = $derived.by(() =>
    this.abortLoses ? playWords().people.leaveAndLose : playWords().people.leave,
  );

  constructor(private readonly live: GameSource) {
    $effect(() => {
      if (!this.playing) this.asking = null;
    });
  }

  async send(type: "resign" | "declare" | "take_back" | "abort"): Promise<void> {
    this.asking = null;
    this.live.viewed = null;
    await this.live.command(type === "resign" ? { type, word: settings.resignWord } : { type });
  }
}
