// Games that are added: file by file, with what was left out, and stopped.

import { beforeEach, describe, expect, test, vi } from "vitest";
import { addFile, addStarter, stopImport } from "../../src/api/explorer";
import type { ImportJob } from "../../src/api/types";
import { GameImport } from "../../src/explorer/game_import.svelte";
import { shownToast } from "../../src/ui/toast.svelte";

vi.mock("../../src/api/explorer", () => ({ addFile: vi.fn(), addStarter: vi.fn(), stopImport: vi.fn() }));

const DONE: ImportJob = {
  id: "1",
  database: "imported",
  file: "",
  state: "done",
  stopped: false,
  error: null,
  stage: null,
  done: 0,
  total: null,
  games: 0,
  added: 0,
  duplicates: 0,
  unread: [],
};
const NOTHING = { en: "There is no game in this file.", ja: "このファイルには対局がありません。" };
const MAX = 1024 * 1024;

const file = (name: string, size = 1): File => new File([new Uint8Array(size)], name);
const settled = (): Promise<void> => new Promise((done) => setTimeout(done));

beforeEach(() => {
  vi.mocked(addFile).mockReset();
  vi.mocked(stopImport).mockReset();
});

describe("files", () => {
  test("are added one after the other, and the database is shown at the end", async () => {
    vi.mocked(addFile).mockImplementation((each) =>
      Promise.resolve(
        each.name === "b.txt"
          ? { ...DONE, file: "b.txt", error: NOTHING }
          : { ...DONE, added: 3, duplicates: 1 },
      ),
    );
    const shown: string[] = [];
    const adding = new GameImport();
    adding.onadded = (database) => shown.push(database);
    adding.add([file("a.csa"), file("b.txt"), file("c.csa")], MAX);
    expect([adding.number, adding.count, adding.over]).toEqual([1, 3, false]);
    await settled();
    expect([adding.added, adding.duplicates, adding.over]).toEqual([6, 2, true]);
    expect(adding.failed).toEqual([{ name: "b.txt", why: NOTHING.en }]);
    expect(shown).toEqual(["imported"]);
  });

  test("beyond the limit are named and not sent", async () => {
    vi.mocked(addFile).mockResolvedValue({ ...DONE, added: 1 });
    const adding = new GameImport();
    adding.add([file("large.zip", MAX + 1), file("a.csa")], MAX);
    await settled();
    expect(vi.mocked(addFile).mock.calls.map(([each]) => each.name)).toEqual(["a.csa"]);
    expect(adding.failed.map(({ name }) => name)).toEqual(["large.zip"]);
    expect(adding.added).toBe(1);
  });
});

test("while a file is sent, a stop ends its job when it begins, and no other file follows", async () => {
  let begun: (job: ImportJob) => void = () => undefined;
  vi.mocked(addFile).mockReturnValue(new Promise((done) => (begun = done)));
  vi.mocked(stopImport).mockResolvedValue(DONE);
  const adding = new GameImport();
  adding.onadded = () => expect.unreachable("nothing was added");
  adding.add([file("a.csa"), file("b.csa")], MAX);
  adding.cancel();
  expect([adding.stopped, adding.over, adding.session.busy]).toEqual([true, true, false]);
  begun({ ...DONE, id: "7", state: "working" });
  await settled();
  expect(stopImport).toHaveBeenCalledWith("7");
  expect(addFile).toHaveBeenCalledOnce();
  expect([adding.added, adding.failed]).toEqual([0, []]);
});

test("without a file the games that come with Komadai are added", async () => {
  vi.mocked(addStarter).mockResolvedValue({ ...DONE, database: "program", added: 9 });
  const shown: string[] = [];
  const adding = new GameImport();
  adding.onadded = (database) => shown.push(database);
  adding.add([null], MAX);
  await settled();
  expect(shown).toEqual(["program"]);
});

test("when the panel is left, the import goes on, and its end is said where one is", async () => {
  let begun: (job: ImportJob) => void = () => undefined;
  vi.mocked(addFile).mockReturnValueOnce(new Promise((done) => (begun = done)));
  vi.mocked(addFile).mockResolvedValueOnce({ ...DONE, added: 2 });
  const adding = new GameImport();
  adding.add([file("a.csa"), file("b.csa")], MAX);
  expect(globalThis.onbeforeunload, "the second file is still to be sent").not.toBeNull();
  begun({ ...DONE, added: 1, duplicates: 1 });
  await settled();
  expect(globalThis.onbeforeunload).toBeNull();
  expect(shownToast()?.text).toBe("3 games added; 1 were there already.");
});
