// A worker that knows the rules, and answers many questions about positions.

import type { PositionRequest } from "../api/types";
import { singleCore } from "./files";
import type { FromWorker, PositionFound, ToWorker } from "./messages";

export class RulesWorker {
  private worker: Worker | null = null;
  /** Whether the core is loaded: until then the server is asked. */
  private ready = false;
  private readonly waiting = new Map<number, (found: PositionFound["answer"]) => void>();
  private jobs = 0;

  constructor() {
    if (singleCore === null) return;
    this.worker = new Worker(new URL("./worker.ts", import.meta.url));
    this.worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.hear(data);
    this.worker.onerror = () => this.close();
    this.send({ sfen: START, handicap: false }, { files: singleCore, threads: 1 });
  }

  /** The answer, or the rule that the move breaks; null: the server must be asked. */
  answer(question: PositionRequest): Promise<PositionFound["answer"]> | null {
    return this.ready && isForHere(question) ? this.send(question) : null;
  }

  private send(question: PositionRequest, open?: ToWorker["open"]): Promise<PositionFound["answer"]> {
    return new Promise((resolve) => {
      const job = ++this.jobs;
      this.waiting.set(job, resolve);
      const message: ToWorker = { job, task: { kind: "position", question } };
      this.worker?.postMessage(open === undefined ? message : { ...message, open });
    });
  }

  private hear(message: FromWorker): void {
    if (message.type === "failed" && message.code === "broken") this.close();
    if (message.type === "found" && message.found.kind === "position") {
      this.ready = true;
      this.end(message.job, message.found.answer);
    } else if (message.type === "failed") this.end(message.job, null);
  }

  private end(job: number, answer: PositionFound["answer"]): void {
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
