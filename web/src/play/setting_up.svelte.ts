// Before the first move: the pawns are tossed, then the pieces are laid on the board one by one.

import { mayMove, settings } from "../state/settings.svelte";
import { SETUP_STEP_MS, setupStep, setupSteps } from "../board/setup";
import type { GameSource } from "./game_source";
import { play } from "./sound";

export class SettingUp {
  /** Whether the furigoma dialog is open. */
  furigomaOpen = $state(false);
  /** How many steps of the setup are done; null: all pieces are on the board. */
  private stepsDone = $state<number | null>(null);
  /** Whether the pieces are being laid, or are all there: they are laid once. */
  private laid = $state(false);
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor(private readonly live: GameSource) {}

  /** Whether there is a move, sent or not yet confirmed. */
  get begun(): boolean {
    return this.live.ply > 0 || this.live.pending !== null;
  }

  /** The squares whose pieces are not on the board yet; null: all are there. */
  get hidden(): Set<number> | null {
    const { diagram, variant } = this.live;
    const done = this.furigomaOpen && !this.laid && mayMove() ? 0 : this.stepsDone;
    if (done === null || this.begun || settings.setup === "off" || diagram === null) return null;
    if (variant !== null) return null;
    const steps = setupSteps(settings.setup, diagram);
    return new Set([...steps].filter(([, at]) => at >= done).map(([square]) => square));
  }

  /** Lays the pieces on the board one by one. The step depends on the time, not on the frames drawn. */
  readonly layOut = (): void => {
    this.furigomaOpen = false;
    this.layOutBehind();
  };

  /** The same while the toss can still be read: on a phone it leaves the board free. */
  layOutBehind(): void {
    if (this.laid || settings.setup === "off" || !mayMove() || this.begun || this.live.variant !== null)
      return;
    this.laid = true;
    const start = performance.now();
    this.stepsDone = 0;
    this.timer = setInterval(() => {
      const step = setupStep(performance.now() - start);
      if (step === null) this.allLaid();
      else if (step !== this.stepsDone) {
        this.stepsDone = step;
        if (settings.sound && step % 2 === 1) play("snap");
      }
    }, SETUP_STEP_MS);
  }

  /** Puts all pieces on the board and closes the furigoma dialog. */
  finish(): void {
    this.allLaid();
    this.furigomaOpen = false;
  }

  private allLaid(): void {
    clearInterval(this.timer);
    this.stepsDone = null;
    this.laid = true;
  }

  /** The user's first move ends the setup and closes the furigoma dialog; the computer's leaves it open. */
  gameHasBegun(): void {
    const { game, pending } = this.live;
    const stays = this.furigomaOpen && pending === null && game?.moves[0]?.color !== game?.you;
    this.finish();
    this.furigomaOpen = stays;
  }

  /** Any key or tap ends the setup. Those on the furigoma dialog are handled there. */
  readonly interrupt = (event: Event): void => {
    const onFurigoma = (event.target as Element).closest(".furigoma") !== null;
    if ((this.furigomaOpen || this.stepsDone !== null) && !onFurigoma) this.finish();
  };

  /** Ends the setup: the page is left. */
  close(): void {
    clearInterval(this.timer);
  }
}
