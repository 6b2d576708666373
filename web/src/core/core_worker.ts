// A worker with the core, for one task at a time.

import { singleCore, threadedCore } from "./files";
import type { Found, FromWorker, StopByte, Task, ToWorker } from "./messages";

/** A worker that has nothing to do ends after this time, and frees its memory. */
const IDLE_MS = 60_000;
/** A search that does not stop in this time is ended with its worker. */
const STOP_MS = 1000;

/** Hears of a task: what it has found so far; in the end null, or the code of an error. */
export interface Listener {
  found(found: Found): void;
  ended(code: string | null): void;
}

interface Run {
  readonly message: ToWorker;
  readonly listener: Listener;
  stop: StopByte | null;
  isStopped: boolean;
}

export class CoreWorker {
  private worker: Worker | null = null;
  /** Whether the worker has the build with threads, whose searches can be stopped. */
  private shared = false;
  private broken = false;
  /** The tasks that have not ended, in their order: at most one of them is not stopped. */
  private readonly runs = new Map<number, Run>();
  private jobs = 0;
  private idle: ReturnType<typeof setTimeout> | undefined;

  /** `threads`: at most so many, with the build for them, whose searches stop at once; 0: the other build. */
  constructor(private readonly threads: number) {}

  /** Begins a task, and stops the one before; the returned function stops this one. */
  run(task: Task, listener: Listener): () => void {
    for (const before of [...this.runs.values()]) this.stop(before);
    const job = ++this.jobs;
    const run: Run = { message: { job, task }, listener, stop: null, isStopped: false };
    this.runs.set(job, run);
    this.send(run);
    return () => this.stop(run);
  }

  private send({ message }: Run): void {
    clearTimeout(this.idle);
    if (this.worker !== null) {
      this.worker.postMessage(message);
      return;
    }
    const files = this.threads > 0 && !this.broken ? threadedCore : singleCore;
    if (files === null) {
      this.end(message.job, "broken");
      return;
    }
    this.shared = files === threadedCore;
    this.worker = new Worker(new URL("./worker.ts", import.meta.url));
    this.worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.hear(data);
    this.worker.onerror = () => this.fail();
    const open = { files, threads: Math.max(1, this.threads) };
    this.worker.postMessage({ ...message, open } satisfies ToWorker);
  }

  private hear(message: FromWorker): void {
    const run = this.runs.get(message.job);
    if (run === undefined) return;
    if (message.type === "began") {
      run.stop = message.stop;
      if (run.isStopped) setByte(run.stop);
    } else if (message.type === "found") {
      if (!run.isStopped) run.listener.found(message.found);
    } else if (message.type === "done") this.end(message.job, null);
    else if (message.code === "broken") this.fail();
    else this.end(message.job, message.code);
  }

  /** The core cannot be used: once again without threads, which take more memory. */
  private fail(): void {
    const again = this.shared && !this.broken;
    this.broken = true;
    this.restart(again ? null : "broken");
  }

  private stop(run: Run): void {
    const { job } = run.message;
    if (run.isStopped || !this.runs.has(job)) return;
    run.isStopped = true;
    if (!this.shared) {
      this.restart(null); // it hears nothing while it works
      return;
    }
    setByte(run.stop);
    setTimeout(() => {
      if (this.runs.has(job)) this.restart(null);
    }, STOP_MS);
  }

  /** Ends the worker, and does what is not stopped in another one, unless it would fail again. */
  private restart(failure: string | null): void {
    this.close();
    for (const run of [...this.runs.values()])
      if (run.isStopped || failure !== null) this.end(run.message.job, failure);
      else this.send(run);
  }

  private end(job: number, code: string | null): void {
    const run = this.runs.get(job);
    this.runs.delete(job);
    if (this.runs.size === 0) this.idle = setTimeout(() => this.close(), IDLE_MS);
    run?.listener.ended(code);
  }

  private close(): void {
    clearTimeout(this.idle);
    this.worker?.terminate();
    this.worker = null;
  }
}

function setByte(stop: StopByte | null): void {
  if (stop !== null) Atomics.store(new Uint8Array(stop.memory), stop.address, 1);
}
