// What the rules allow in a position: asked of the server, and on a slow line of the core in the page. The core is
// loaded when the server's answers have been slow and the page has nothing else to do.

import { askPosition as askServer } from "../api/records";
import type { PositionAnswer, PositionRequest } from "../api/types";

/** An answer that takes longer is slow; the first one may also wait for the session. */
const SLOW_MS = 150;
const SLOW_ANSWERS = 2;
let rules: import("./rules_worker").RulesWorker | null = null;
let slow = 0;

/** Throws a CallError. */
export async function askPosition(question: PositionRequest): Promise<PositionAnswer> {
  const known = await rules?.answer(question);
  if (known) return known;
  const begun = performance.now();
  const told = await askServer(question);
  if (performance.now() - begun > SLOW_MS && ++slow === SLOW_ANSWERS)
    void import("./rules_worker").then(async ({ openRules }) => (rules = await openRules()));
  return told;
}
