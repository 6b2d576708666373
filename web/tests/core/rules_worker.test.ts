import { beforeEach, expect, test, vi } from "vitest";
import type { PositionAnswer, PositionRequest } from "../../src/api/types";
import type { FromWorker, RulesFound, ToWorker } from "../../src/core/messages";

vi.mock("../../src/core/files", () => ({ hasCore: true, singleCore: { script: "/core.js", others: {} } }));
vi.mock("../../src/core/texts", () => ({
  whyIllegal: (rule: string) => Promise.resolve({ status: 409, text: { en: rule, ja: rule } }),
}));

const found = { position: { legal: ["7g7f"] } } as PositionAnswer;
let says: RulesFound["answer"] = found;
let worker: FakeWorker;
class FakeWorker {
  onmessage: ((event: { data: FromWorker }) => void) | null = null;
  onerror: (() => void) | null = null;
  readonly heard: ToWorker[] = [];
  constructor() {
    worker = this;
  }
  postMessage(message: ToWorker): void {
    this.heard.push(message);
    queueMicrotask(() => this.say({ kind: "rules", answer: says }, message.job));
  }
  say(answer: RulesFound, job: number): void {
    this.onmessage?.({ data: { type: "found", job, found: answer } });
  }
  terminate(): void {}
}
vi.stubGlobal("Worker", FakeWorker);
const { openRules, RulesWorker } = await import("../../src/core/rules_worker");

const question: PositionRequest = { sfen: "", handicap: false, play: "7g7f" };
beforeEach(() => void (says = found));

test("the core answers once it is loaded", async () => {
  const rules = new RulesWorker();
  expect(await rules.answer(question)).toBeNull();
  expect(await rules.answer(question)).toBe(found);
  expect(worker.heard[0]?.open?.files).toEqual({ script: "/core.js", others: {} });
});

test("it is not opened where the browser saves data", async () => {
  vi.stubGlobal("navigator", { connection: { saveData: true } });
  expect(await openRules()).toBeNull();
  vi.stubGlobal("navigator", {});
  vi.useFakeTimers();
  const opened = openRules();
  await vi.advanceTimersByTimeAsync(5000);
  expect(await opened).toBeInstanceOf(RulesWorker);
  vi.useRealTimers();
});

test("a move against the rules is refused in the words of the server", async () => {
  const rules = new RulesWorker();
  await rules.answer(question);
  says = { infraction: "nifu" };
  const refused = { status: 409, code: "illegal", text: { en: "nifu" } };
  await expect(rules.answer(question)).rejects.toMatchObject(refused);
});

test.each([{ variant: "chu" }, { typed: "76歩" }, { illegal: "keep" as const }, { handicap: null }])(
  "what it cannot answer is the server's: %o",
  async (part) => {
    const rules = new RulesWorker();
    await rules.answer(question);
    expect(await rules.answer({ ...question, ...part })).toBeNull();
  },
);

test("a core that does not run leaves all to the server", async () => {
  const rules = new RulesWorker();
  await rules.answer(question);
  worker.onerror?.();
  expect(await rules.answer(question)).toBeNull();
});
