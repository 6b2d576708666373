// A clock that is shown while it runs.

import type { ClockFace } from "../api/types";
import { isUrgent, readClock, type Reading } from "./clock";

interface Shown {
  face: ClockFace | null;
  running: boolean;
  /** performance.now() when the clock was received. */
  since: number;
}

/** Follows a clock while a component lives; to be called while it is made. */
export class RunningClock {
  private now = $state(performance.now());
  readonly reading: Reading | null = $derived.by(() => {
    const { face, running, since } = this.shown();
    return face === null ? null : readClock(face, running ? Math.max(0, this.now - since) : 0);
  });
  readonly urgent = $derived.by(() => {
    const { face, running } = this.shown();
    return running && face !== null && this.reading !== null && isUrgent(face, this.reading);
  });

  constructor(private readonly shown: () => Shown) {
    $effect(() => {
      this.now = performance.now();
      if (!shown().running) return;
      const timer = setInterval(() => (this.now = performance.now()), 100);
      return () => clearInterval(timer);
    });
  }
}
