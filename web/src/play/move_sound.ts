// A piece that has been moved is heard when it arrives, if sounds are wanted.

import { mayMove, settings } from "../app/settings.svelte";
import { play, type Sound } from "./sound";

const SLIDE_MS = 100;

export function playMoveSound(sound: Sound): void {
  if (settings.sound) setTimeout(() => play(sound), mayMove() ? SLIDE_MS : 0);
}
