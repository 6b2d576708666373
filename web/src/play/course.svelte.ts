// What happens in the game while it is watched: announced, sounded, and followed to the next game.

import { onDestroy } from "svelte";
import type { Game } from "../api/types";
import { boardWords } from "../board/texts";
import { say } from "../i18n";
import { goToNewGame } from "../state/router.svelte";
import { reason } from "../ui/trouble";
import type { GameSource } from "./game_source";
import { playMoveSound } from "./move_sound";
import type { OwnMoves } from "./own_moves.svelte";
import { willReplay } from "./replay";
import { playWords } from "./texts";

/** The players look at the drawn position for this time before the page goes to the replay. */
const REPLAY_AFTER_MS = 4000;

export class Course {
  /** What a screen reader says. */
  spoken = $state("");
  /** Whether the game has ended while this page was open. */
  endedHere = $state(false);
  /** Whether the opponent has just declined an offer of the user. */
  declined = $state(false);
  /** Whether the user has asked for a rematch that has not begun. */
  askedRematch = $state(false);
  private replayTimer: ReturnType<typeof setTimeout> | undefined;

  /** To be called while a component is created. */
  constructor(private readonly live: GameSource) {
    onDestroy(() => clearTimeout(this.replayTimer));
  }

  readonly say = (text: string): void => {
    this.spoken = text;
  };

  changed(before: Game, after: Game, own: OwnMoves): void {
    this.announce(before, after, own);
    const premove = this.live.takePremove(before, after);
    if (premove === "illegal") {
      own.premoveDropped = true;
      this.spoken = `${this.spoken} ${playWords().people.premoveDropped}`;
    } else if (after.event !== before.event) own.premoveDropped = false;
    if (premove === null || premove === "illegal") return;
    if (after.days > 0) own.choose(premove);
    else own.play(premove);
  }

  private announce(before: Game, after: Game, own: OwnMoves): void {
    if (after.consent) this.followOffers(before, after);
    if (after.adjourned === "sealed") own.sounded = null;
    const ending = before.result === null && after.result !== null ? ` ${say(after.result.text)}` : "";
    if (ending !== "") this.endedHere = true;
    const known = before.moves.length;
    const move = after.moves[after.moves.length - 1];
    if (after.moves.length < known) this.spoken = playWords().game.undone;
    else if (ending !== "") this.spoken = ending;
    if (move === undefined || after.moves.length <= known) return;
    // The user's own move has made its sound already; only a check is announced in addition.
    const silent = move.color === after.you && move.usi === own.sounded && !move.check;
    own.sounded = null;
    if (!silent) playMoveSound(move.check ? "check" : move.captured !== null ? "capture" : "snap");
    this.spoken = say(move.spoken) + (move.check ? ` ${boardWords().inCheck}` : "") + ending;
  }

  /** Goes to the rematch that both wanted; says when an offer was declined. */
  private followOffers(before: Game, after: Game): void {
    const next = before.next === null ? after.next : null;
    if (next !== null && this.askedRematch) return goToNewGame(next);
    if (next !== null && after.you !== null && willReplay(after)) {
      this.spoken = playWords().people.replaying;
      this.replayTimer = setTimeout(() => goToNewGame(next), REPLAY_AFTER_MS);
    }
    const offers = (shown: Game) => shown.offers.filter(({ color }) => color === shown.you);
    const gone = offers(before).length > offers(after).length;
    const same =
      after.moves.length === before.moves.length &&
      after.status === before.status &&
      after.adjourned === before.adjourned;
    if (gone && same && after.next === null && !this.live.answering) {
      this.declined = true;
      this.spoken = playWords().people.declined;
    } else if (after.event !== before.event) this.declined = false;
    if (gone) this.askedRematch = false;
  }

  async rematch(): Promise<void> {
    this.askedRematch = true;
    try {
      const next = await this.live.rematch();
      if (next !== null) goToNewGame(next);
    } catch (error) {
      const text = reason(error);
      this.live.trouble = { code: "offline", text: { en: text, ja: text } };
      this.askedRematch = false;
    }
  }
}
