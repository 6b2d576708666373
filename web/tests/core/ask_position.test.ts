import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PositionAnswer, PositionRequest } from "../../src/api/types";

const answered = { position: { legal: ["7g7f"] } } as PositionAnswer;
const local = { position: { legal: ["2g2f"] } } as PositionAnswer;
let delay = 0;
const server = vi.fn(
  (_: PositionRequest) => new Promise((resolve) => setTimeout(() => resolve(answered), delay)),
);
const core = vi.fn((_: PositionRequest): unknown => Promise.resolve(local));
const loaded = vi.fn();
vi.mock("../../src/api/records", () => ({ askPosition: server }));
vi.mock("../../src/core/rules_worker", () => ({
  openRules: () => {
    loaded();
    return Promise.resolve({ answer: core });
  },
}));

const question: PositionRequest = { sfen: "", handicap: false };
let ask: (question: PositionRequest) => Promise<PositionAnswer>;
/** The answers to so many questions, each asked after the one before. */
async function answers(count: number): Promise<PositionAnswer[]> {
  const all: PositionAnswer[] = [];
  for (let n = 0; n < count; n += 1) {
    const answer = ask(question);
    await vi.advanceTimersByTimeAsync(1000);
    all.push(await answer);
  }
  return all;
}
const rest = (): Promise<unknown> => vi.advanceTimersByTimeAsync(5000);

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  vi.clearAllMocks();
  ({ askPosition: ask } = await import("../../src/core/ask_position"));
});
afterEach(() => void vi.useRealTimers());

test("on a fast line the server answers, and the core is not loaded", async () => {
  delay = 50;
  expect(await answers(5)).toEqual(Array(5).fill(answered));
  await rest();
  expect(loaded).not.toHaveBeenCalled();
});

test("after two slow answers the core is loaded, and answers at once", async () => {
  delay = 400;
  await answers(1);
  expect(loaded).not.toHaveBeenCalled();
  await answers(1);
  await rest();
  expect(loaded).toHaveBeenCalledOnce();
  expect(await ask(question)).toBe(local);
  expect(server).toHaveBeenCalledTimes(2);
});

test("what the core cannot answer is asked of the server", async () => {
  delay = 400;
  await answers(2);
  await rest();
  core.mockReturnValueOnce(null);
  expect(await answers(1)).toEqual([answered]);
});
