import { beforeEach, expect, test, vi } from "vitest";
import { noHelpText } from "../../src/ui/no_help_texts";
import type { Listener } from "../../src/core/core_worker";
import type { Found, Task } from "../../src/core/messages";

const stopped = vi.fn();
const runs: { task: Task; listener: Listener }[] = [];
let playing: string | null = null;
vi.mock("../../src/core/files", () => ({ hasCore: true, canShareMemory: false, coreThreads: () => 1 }));
vi.mock("../../src/core/core_worker", () => ({
  CoreWorker: class {
    run(task: Task, listener: Listener): () => void {
      runs.push({ task, listener });
      return stopped;
    }
  },
}));
vi.mock("../../src/core/texts", () => ({
  mateTexts: () => Promise.resolve({ searching: { en: "Looking for the mate", ja: "" }, refused: {} }),
  reviewTable: () => Promise.resolve({ compensations: { [TWO_PIECE]: 10 } }),
}));
vi.mock("../../src/api/games", () => ({ getPlaying: () => Promise.resolve({ game: playing }) }));

const TWO_PIECE = "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w -";
const device = (await import("../../src/analysis/device_analysis")).deviceAnalysis()!;

beforeEach(() => {
  runs.length = 0;
  stopped.mockClear();
  playing = null;
});

const JOBS = {
  search: () => device.searches.begin({ start_sfen: "", moves: [] }),
  mate: () => device.mates.begin({ kind: "solve", sfen: "" }),
  brinkmate: () => device.brinkmates.begin({ sfen: "" }),
  review: () => device.reviews.begin({ record: { nodes: [{}] } }),
} as const;

test.each(Object.entries(JOBS))("during a game against a person there is no %s", async (kind, begin) => {
  playing = "game";
  const { id } = await begin();
  const jobs = { search: "searches", mate: "mates", brinkmate: "brinkmates", review: "reviews" } as const;
  const source = device[jobs[kind as keyof typeof jobs]];
  const news = vi.fn();
  source.follow(id, news, () => undefined);
  await vi.waitFor(() => expect(stopped).toHaveBeenCalled());
  expect(news).toHaveBeenLastCalledWith(expect.objectContaining({ state: "done", error: noHelpText }));
});

test("a review goes through the main line, and knows what a handicap counts", async () => {
  const nodes = [{}, { parent: 0, usi: "3c3d" }, { parent: 0, usi: "8c8d" }, { parent: 1, usi: "7g7f" }];
  await device.reviews.begin({ record: { start_sfen: `${TWO_PIECE} 1`, nodes }, nodes: 7 });
  expect(runs[0]?.task).toMatchObject({
    kind: "review",
    moves: ["3c3d", "7g7f"],
    handicap: true,
    compensation: 10,
    nodes: 7,
  });
});

test("a review that is stopped before its first position says nothing", async () => {
  const { id } = await JOBS.review();
  const news = vi.fn();
  device.reviews.follow(id, news, () => undefined);
  runs[0]?.listener.ended(null);
  expect(news).toHaveBeenLastCalledWith(
    expect.objectContaining({ state: "done", stopped: true, error: null, review: null }),
  );
});

test("a search for a mate tells what it has found so far, and ends with that when it is stopped", async () => {
  const { id } = await JOBS.mate();
  const news = vi.fn();
  device.mates.follow(id, news, () => undefined);
  const { listener } = runs[0]!;
  const found: Found = { kind: "mate_progress", nodes: 900, ms: 100, plies: 3, moves: [] };
  listener.found({ ...found, plies: null });
  expect(news).toHaveBeenLastCalledWith(
    expect.objectContaining({ state: "working", nodes: 900, stage: { en: "Looking for the mate", ja: "" } }),
  );
  listener.found(found);
  listener.ended(null);
  const solution = expect.objectContaining({ result: "mate", plies: 3, exact: false });
  expect(news).toHaveBeenLastCalledWith(expect.objectContaining({ state: "done", error: null, solution }));
});

test("a search for a mate that is stopped with nothing found proves nothing", async () => {
  const { id } = await JOBS.mate();
  const news = vi.fn();
  device.mates.follow(id, news, () => undefined);
  runs[0]?.listener.ended(null);
  const solution = expect.objectContaining({ result: "unknown", plies: null });
  expect(news).toHaveBeenLastCalledWith(expect.objectContaining({ state: "done", error: null, solution }));
});
