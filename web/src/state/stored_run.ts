// When the last timed run ends, stored in this browser. Without a run the tsume room does not have to wait
// for the score before it requests a problem.

const KEY = "komadai.tsume-run";

/** Stores the end of the run, in milliseconds since 1970. */
export function storeRun(end: number): void {
  try {
    localStorage.setItem(KEY, String(end));
  } catch {
    // No storage: mayBeRunning() is always true.
  }
}

/** Whether a run may be in progress; only the server knows for certain. */
export function mayBeRunning(): boolean {
  try {
    return Date.now() < Number(localStorage.getItem(KEY) ?? 0);
  } catch {
    return true;
  }
}
