import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Found, FromWorker, Task, ToWorker } from "../../src/core/messages";

const single = { script: "/single.js", others: {} };
const threaded = { script: "/threaded.js", others: {} };
vi.mock("../../src/core/files", () => ({ singleCore: single, threadedCore: threaded }));

class FakeWorker {
  static all: FakeWorker[] = [];
  onmessage: ((event: { data: FromWorker }) => void) | null = null;
  onerror: (() => void) | null = null;
  ended = false;
  readonly heard: ToWorker[] = [];
  constructor() {
    FakeWorker.all.push(this);
  }
  postMessage(message: ToWorker): void {
    this.heard.push(message);
  }
  terminate(): void {
    this.ended = true;
  }
  say(message: FromWorker): void {
    this.onmessage?.({ data: message });
  }
}
vi.stubGlobal("Worker", FakeWorker);
const { CoreWorker } = await import("../../src/core/core_worker");

const task: Task = { kind: "mate", sfen: "", ms: 1, restoringIsFutile: false };
const found = { kind: "brinkmate", result: "unknown", plies: null, moves: [], nodes: 1 } satisfies Found;
const listener = () => ({ found: vi.fn(), ended: vi.fn() });
const worker = (n: number): FakeWorker => FakeWorker.all[n]!;

beforeEach(() => {
  FakeWorker.all = [];
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

test("a task hears what is found, and its end", () => {
  const hears = listener();
  new CoreWorker(0).run(task, hears);
  expect(worker(0).heard[0]?.open).toEqual({ files: single, threads: 1 });
  worker(0).say({ job: 1, type: "found", found });
  worker(0).say({ job: 1, type: "done" });
  expect(hears.found).toHaveBeenCalledExactlyOnceWith(found);
  expect(hears.ended).toHaveBeenCalledExactlyOnceWith(null);
});

test("a search that shares memory is stopped by its byte, and its worker stays for the next", () => {
  const hears = listener();
  const core = new CoreWorker(3);
  const stop = core.run(task, hears);
  expect(worker(0).heard[0]?.open).toEqual({ files: threaded, threads: 3 });
  const memory = new SharedArrayBuffer(8);
  stop(); // before it has begun
  worker(0).say({ job: 1, type: "began", stop: { memory, address: 5 } });
  expect([...new Uint8Array(memory)]).toEqual([0, 0, 0, 0, 0, 1, 0, 0]);
  core.run(task, listener());
  worker(0).say({ job: 1, type: "found", found });
  expect(hears.found).not.toHaveBeenCalled();
  worker(0).say({ job: 1, type: "done" });
  vi.advanceTimersByTime(5000);
  expect(worker(0).heard.map(({ job }) => job)).toEqual([1, 2]);
  expect(worker(0).ended).toBe(false);
});

test("a search that does not stop is ended with its worker, and the next one goes on in another", () => {
  const core = new CoreWorker(3);
  core.run(task, listener())();
  core.run(task, listener());
  vi.advanceTimersByTime(1000);
  expect(worker(0).ended).toBe(true);
  expect(worker(1).heard.map(({ job }) => job)).toEqual([2]);
});

test("without shared memory a stopped task ends its worker at once", () => {
  const hears = listener();
  const core = new CoreWorker(0);
  core.run(task, hears);
  core.run(task, listener());
  expect(hears.ended).toHaveBeenCalledExactlyOnceWith(null);
  expect(worker(0).ended).toBe(true);
  expect(worker(1).heard.map(({ job }) => job)).toEqual([2]);
});

test("a build with threads that cannot be loaded is replaced by the other; if that fails, too, it is said", () => {
  const hears = listener();
  new CoreWorker(3).run(task, hears);
  worker(0).onerror?.();
  expect(worker(1).heard[0]?.open?.files).toEqual(single);
  expect(hears.ended).not.toHaveBeenCalled();
  worker(1).say({ job: 1, type: "failed", code: "broken" });
  expect(hears.ended).toHaveBeenCalledExactlyOnceWith("broken");
});

test("a worker without a task ends after a minute", () => {
  new CoreWorker(0).run(task, listener());
  worker(0).say({ job: 1, type: "done" });
  vi.advanceTimersByTime(59_000);
  expect(worker(0).ended).toBe(false);
  vi.advanceTimersByTime(1000);
  expect(worker(0).ended).toBe(true);
});
