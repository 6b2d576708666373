// A worker that knows the rules, and answers many questions about positions.

import { CallError } from "../api/http";
import type { PositionAnswer, PositionRequest } from "../api/types";
import { hasCore, singleCore } from "./files";
import type { FromWorker, RulesFound, ToWorker } from "./messages";
import { whyIllegal } from "./texts";

/** A page that has just been opened still loads its other parts. */
const LOAD_AFTER_MS = 3000;

/** When the page has nothing else to do; null where the browser saves data, or the page has no core. */
export async function openRules(): Promise<RulesWorker | null> {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (!hasCore || connection?.saveData === true) return null;
  await new Promise((resolve) => setTimeout(resolve, LOAD_AFTER_MS));
  await new Promise<unknown>((resolve) => (globalThis.requestIdleCallback ?? setTimeout)(resolve));
  return new RulesWorker();
}

export class RulesWorker {
  private worker: Worker | null = null;
  /** Whether the core is loaded: until then the server is asked. */
  private ready = false;
  private readonly waiting = new Map<number, (found: RulesFound["answer"]) => void>();
  private jobs = 0;

  constructor() {
    if (singleCore === null) return;
    void whyIllegal(""); // loads the texts
    this.worker = new Worker(new URL("./worker.ts", import.meta.url));
    this.worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.hear(data);
    this.worker.onerror = () => this.close();
    this.send({ sfen: START, handicap: false }, { files: singleCore, threads: 1 });
  }

  /** Null: the server must be asked. Throws a CallError, as the server refuses a move against the rules. */
  async answer(question: PositionRequest): Promise<PositionAnswer | null> {
    if (!this.ready || !isForHere(question)) return null;
    const found = await this.send(question);
    if (found === null || !("infraction" in found)) return found;
    const why = await whyIllegal(found.infraction);
    if (why === null) return null;
    throw new CallError(why.status, "illegal", why.text);
  }

  private send(question: PositionRequest, open?: ToWorker["open"]): Promise<RulesFound["answer"]> {
    return new Promise((resolve) => {
      const job = ++this.jobs;
      this.waiting.set(job, resolve);
      const message: ToWorker = { job, task: { kind: "rules", question } };
      this.worker?.postMessage(open === undefined ? message : { ...message, open });
    });
  }

  private hear(message: FromWorker): void {
    if (message.type === "failed" && message.code === "broken") this.close();
    if (message.type === "found" && message.found.kind === "rules") {
      this.ready = true;
      this.end(message.job, message.found.answer);
    } else if (message.type === "failed") this.end(message.job, null);
  }

  private end(job: number, answer: RulesFound["answer"]): void {
    this.waiting.get(job)?.(answer);
    this.waiting.delete(job);
  }

  /** The core does not run here. */
  private close(): void {
    this.ready = false;
    this.worker?.terminate();
    for (const job of this.waiting.keys()) this.end(job, null);
  }
}

const START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

/** Moves that are typed, moves against the rules and variants are the server's. */
function isForHere({ variant = "shogi", typed, illegal, play, line, handicap }: PositionRequest): boolean {
  const moves = play != null || (line ?? []).length > 0;
  return variant === "shogi" && typed == null && illegal !== "keep" && (!moves || handicap != null);
}
