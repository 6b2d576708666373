// Going through a record move by move, by hand or by itself, with the sound and the words of each move.

import { untrack } from "svelte";
import { parseUsi } from "../../board/sfen";
import { boardWords } from "../../board/texts";
import { say } from "../../i18n";
import { playMoveSound } from "../../play/move_sound";
import { ROOT, type TreeNode } from "../../tree/tree";
import type { TreeCursor } from "../../tree/tree_cursor.svelte";
import { recordsWords } from "../texts";

const PACE_MS = 1100;

export class Walk {
  /** Whether the moves are shown one after the other. */
  playing = $state(false);
  /** What a screen reader says. */
  spoken = $state("");
  /** The move whose sound has been made already. */
  private snapped: string | null = null;

  /** To be called while a component is created. */
  constructor(private readonly cursor: TreeCursor) {
    $effect(() => {
      if (!this.playing) return;
      const timer = setInterval(() => {
        if (cursor.current === (cursor.line[cursor.line.length - 1]?.id ?? ROOT)) this.playing = false;
        else cursor.forward();
      }, PACE_MS);
      return () => clearInterval(timer);
    });
  }

  toggle(): void {
    this.playing = !this.playing;
    if (this.playing) untrack(() => this.cursor.forward());
  }

  /** Plays a move at the current node. */
  readonly play = (usi: string): void => {
    const { cursor } = this;
    const { drop, path } = parseUsi(usi, cursor.spec);
    const reached = drop === null ? path.slice(1) : path;
    const taken = reached.some((square) => square !== path[0] && cursor.diagram.squares[square]);
    playMoveSound(taken ? "capture" : "snap");
    this.snapped = usi;
    this.playing = false;
    void cursor.edits.play(usi);
  };

  /** The current node has changed, by one step forward (`step`) or by a jump. */
  arrived(node: TreeNode, step: boolean): void {
    if (step && node.usi !== this.snapped)
      playMoveSound(node.check ? "check" : node.captured !== null ? "capture" : "snap");
    this.snapped = null;
    const words = recordsWords();
    const move = node.spoken === null ? (node.usi ?? words.start) : say(node.spoken);
    const rest = [
      node.check ? boardWords().inCheck : "",
      node.illegal === null ? "" : words.illegalMove(say(node.illegal.text)),
      node.comment,
    ];
    this.spoken = [move, ...rest].filter(Boolean).join(" ");
  }

  readonly say = (text: string): void => {
    this.spoken = text;
  };
}
