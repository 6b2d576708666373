// How many games wait for the user's move: shown in the navigation and in the tab's title.

import { getWaiting } from "../api/correspondence";

const EVERY_MS = 60_000;
const MARK = /^\(\d+\) /;

let count = $state(0);
let running = false;

/** The number of correspondence games at the user's turn, and of adjourned ones that the opponent wants to resume. */
export const gamesWaiting = (): number => count;

/** Asks the server again, after a move for instance. */
export async function askWaiting(): Promise<void> {
  try {
    const answer = await getWaiting();
    count = answer.count;
    running = answer.running > 0;
    markTitle();
  } catch {
    // Asked again when the window gets the focus.
  }
}

/** Follows the number from now on: it changes with moves of others. */
export function followWaiting(): void {
  void askWaiting();
  addEventListener("focus", () => void askWaiting());
  setInterval(() => {
    if (running && document.visibilityState === "visible") void askWaiting();
  }, EVERY_MS);
  // Each page sets its own title; the number is put before it.
  const title = document.querySelector("title");
  if (title !== null) new MutationObserver(markTitle).observe(title, { childList: true });
}

function markTitle(): void {
  const bare = document.title.replace(MARK, "");
  const marked = count > 0 ? `(${count}) ${bare}` : bare;
  if (document.title !== marked) document.title = marked;
}
