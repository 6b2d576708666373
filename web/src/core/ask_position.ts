// What the rules allow in a position: asked of the server, and on a slow line of the core in the page. The core is
// loaded when the server's answers have been slow and the page has nothing else to do.

import { CallError } from "../api/http";
import { askPosition as askServer } from "../api/records";
import type { PositionAnswer, PositionRequest } from "../api/types";
import { hasCore } from "./files";
import { whyIllegal } from "./texts";

/** An answer that takes longer is slow; the first one may also wait for the session. */
const SLOW_MS = 150;
const SLOW_ANSWERS = 2;
/** A page that has just been opened still loads its other parts. */
const LOAD_AFTER_MS = 3000;

type Rules = import("./rules_worker").RulesWorker;
let rules: Rules | null = null;
let slow = 0;

export async function askPosition(question: PositionRequest): Promise<PositionAnswer> {
  const found = (await rules?.answer(question)) ?? null;
  if (found !== null) {
    if (!("infraction" in found)) return found;
    const why = await whyIllegal(found.infraction);
    if (why !== null) throw new CallError(why.status, "illegal", why.text);
  }
  const begun = performance.now();
  try {
    return await askServer(question);
  } finally {
    if (performance.now() - begun > SLOW_MS) noteSlow();
  }
}

function noteSlow(): void {
  slow += 1;
  if (slow !== SLOW_ANSWERS || !hasCore || savesData()) return;
  const idle = globalThis.requestIdleCallback ?? ((then: () => void) => setTimeout(then));
  setTimeout(
    () =>
      idle(() => {
        void import("./rules_worker").then(({ RulesWorker }) => (rules = new RulesWorker()));
        void whyIllegal(""); // loads the texts
      }),
    LOAD_AFTER_MS,
  );
}

const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
