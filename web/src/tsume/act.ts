// What can be done in a room now: a button beside the board, on a phone a tool of the bar.

import type { PhoneTool } from "../layouts/room.svelte";

export interface Act extends PhoneTool {
  /** What most people do next: the red button. */
  main?: boolean;
  disabled?: boolean;
  /** The key that does the same. */
  shortcut?: string;
}
