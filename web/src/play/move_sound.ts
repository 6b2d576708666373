// The sound of a move, played when the piece's animation ends, if sounds are on.

import { mayMove, settings } from "../state/settings.svelte";
import { play, type Sound } from "./sound";

const SLIDE_MS = 100;

export function playMoveSound(sound: Sound): void {
  if (settings.sound) setTimeout(() => play(sound), mayMove() ? SLIDE_MS : 0);
}
