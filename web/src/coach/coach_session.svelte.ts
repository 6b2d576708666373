// What the coach says in a game against the computer: one hint at most, asked for when the user is to move.

import { askCoach } from "../api/coach";
import { CallError } from "../api/http";
import type { Game, CoachHint, Text } from "../api/types";

const KEPT = 100;

export type CoachState = "waiting" | "asking" | "answered" | "failed";

export class CoachSession {
  state = $state<CoachState>("waiting");
  hint = $state.raw<CoachHint | null>(null);
  /** Why there is no answer, if the server says it. */
  trouble = $state.raw<Text | null>(null);
  /** The ids of what was said in this game: no proverb is said twice. */
  private said: string[] = [];
  /** The moves for which the answer is. */
  private asked: string | null = null;

  /** Asks for a hint in the present position of a game; the same position is asked for once. */
  async ask(game: Game): Promise<void> {
    const moves = game.moves.map(({ usi }) => usi);
    const key = moves.join(" ");
    if (key === this.asked) return;
    this.asked = key;
    this.state = "asking";
    this.hint = null;
    try {
      const { hint } = await askCoach({ start_sfen: game.start_sfen, moves, said: this.said });
      if (key !== this.asked) return;
      if (hint !== null && hint.id !== null) this.said = [...this.said, hint.id].slice(-KEPT);
      this.hint = hint;
      this.state = "answered";
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (key !== this.asked) return;
      this.state = "failed";
      this.trouble = error.text;
    }
  }

  /** Takes the hint away: the position has changed. */
  rest(): void {
    this.asked = null;
    this.hint = null;
    this.state = "waiting";
  }
}
