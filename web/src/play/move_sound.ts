// The sound of a move, played when the piece's animation ends, if sounds are on.

import { mayMove, settings } from "../state/settings.svelte";
import type { Sound } from "./sound";

const SLIDE_MS = 100;

const sounds = (): Promise<typeof import("./sound")> => import("./sound");
// A browser plays nothing before the user has touched the page.
if (typeof addEventListener === "function")
  for (const touch of ["pointerdown", "keydown"])
    addEventListener(touch, () => void sounds().catch(() => undefined), { once: true });

export function playMoveSound(sound: Sound): void {
  if (!settings.sound) return;
  setTimeout(
    () =>
      void sounds().then(
        ({ play }) => play(sound),
        () => undefined,
      ),
    mayMove() ? SLIDE_MS : 0,
  );
}
