import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type {
  Chapter,
  ChapterNode,
  ChapterUpdate,
  OperationAnswer,
  Review,
  TreeCommand,
} from "../../src/api/types";
import { blank, ROOT } from "../../src/tree/tree";
import { openChapter, type ChapterCursor } from "../../src/studies/shared_edits.svelte";

const SFEN = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

const node = (
  id: number,
  parent: number | null,
  usi: string | null,
  children: number[] = [],
): ChapterNode => ({
  ...blank(SFEN),
  id,
  parent,
  usi,
  children,
  shapes: [],
  by: null,
});

const chapter = (nodes: ChapterNode[], changes: Partial<Chapter> = {}): Chapter => ({
  id: "c",
  study: "s",
  name: "1",
  fixed: false,
  variant: "shogi",
  headers: [],
  start_sfen: SFEN,
  handicap: null,
  count: nodes.length,
  nodes,
  can_write: true,
  can_undo: false,
  can_redo: false,
  people: [],
  readers: 0,
  ...changes,
});

const update = (nodes: ChapterNode[], gone: number[] = [], count = 9): ChapterUpdate => ({
  type: "chapter_update",
  chapter: "c",
  count,
  nodes,
  gone,
  can_undo: true,
  can_redo: false,
});

const GAME = [node(0, null, null, [1]), node(1, 0, "7g7f", [2]), node(2, 1, "3c3d")];

let sent: TreeCommand[];
let answer: OperationAnswer;
let cursor: ChapterCursor;

function open(data: Chapter): ChapterCursor {
  cursor = openChapter(
    data,
    (command) => {
      sent.push(command);
      return Promise.resolve(answer);
    },
    () => undefined,
  );
  return cursor;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", () => Promise.reject(new Error("no server")));
  sent = [];
  answer = { number: 3, node: 3 };
});
afterEach(() => {
  cursor.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a move is sent, and shown when the server has put it into the tree", async () => {
  open(chapter(GAME)).goTo(1);
  const played = cursor.edits.play("8c8d");
  expect(cursor.pending).toBe("8c8d");
  await vi.advanceTimersByTimeAsync(1);
  expect(cursor.current).toBe(1);
  cursor.edits.update(update([node(1, 0, "7g7f", [2, 3]), node(3, 1, "8c8d")]));
  expect(await played).toBe(true);
  expect(sent).toEqual([{ type: "add", node: 1, usi: "8c8d" }]);
  expect(cursor.current).toBe(3);
  expect(cursor.edits.canUndo).toBe(true);
});

test("a known move is gone to, not sent", async () => {
  open(chapter(GAME));
  expect(await cursor.edits.play("7g7f")).toBe(true);
  expect([cursor.current, sent]).toEqual([1, []]);
});

test("when the current move is deleted by another, its nearest ancestor takes its place", () => {
  open(chapter(GAME)).goTo(2);
  cursor.edits.update(update([node(0, null, null)], [1, 2]));
  expect(cursor.current).toBe(ROOT);
  expect(cursor.tree.size).toBe(1);
});

test("a text that is being written survives the changes of others, and is sent once", async () => {
  open(chapter(GAME)).goTo(1);
  cursor.edits.comment("a");
  cursor.edits.comment("ab");
  cursor.edits.update(update([{ ...node(1, 0, "7g7f", [2]), comment: "theirs" }]));
  expect(cursor.node.comment).toBe("ab");
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent).toEqual([{ type: "comment", node: 1, text: "ab" }]);
  cursor.edits.update(update([{ ...node(1, 0, "7g7f", [2]), comment: "later" }]));
  expect(cursor.node.comment).toBe("later");
});

test("who may only read sends nothing", () => {
  open(chapter(GAME, { can_write: false, can_undo: true })).goTo(1);
  cursor.edits.delete();
  cursor.edits.undo();
  expect([cursor.edits.canUndo, cursor.edits.canEdit, cursor.mover, sent]).toEqual([false, false, null, []]);
});

test("a variation is moved by placing it before its sibling", () => {
  open(chapter([node(0, null, null, [1, 2, 3]), node(1, 0, "7g7f"), node(2, 0, "2g2f"), node(3, 0, "5g5f")]));
  cursor.goTo(3);
  cursor.edits.promote();
  cursor.goTo(2);
  cursor.edits.demote();
  expect(sent).toEqual([
    { type: "promote", node: 3, before: 2 },
    { type: "promote", node: 3, before: 2 },
  ]);
});

test("marks are set and removed one after the other, each with those before it", async () => {
  open(chapter([{ ...node(0, null, null), shapes: ["5e"] }]));
  cursor.edits.mark("7g7f");
  cursor.edits.mark("5e");
  await vi.advanceTimersByTimeAsync(1);
  expect(sent).toEqual([{ type: "mark", node: 0, name: "", shapes: ["5e", "7g7f"] }]);
  cursor.edits.update(update([{ ...node(0, null, null), shapes: ["5e", "7g7f"] }]));
  await vi.advanceTimersByTimeAsync(1);
  expect(sent[1]).toEqual({ type: "mark", node: 0, name: "", shapes: ["7g7f"] });
});

test("a move of another is shown until an own step ends following, and again afterwards", () => {
  const person = { account: null, color: null, here: true, declined: false };
  const people = [
    { ...person, key: 1, name: { en: "Me", ja: "私" }, you: true },
    { ...person, key: 2, name: { en: "Alice", ja: "アリス" }, you: false },
  ];
  const by = (number: number, each: ChapterNode): ChapterNode => ({ ...each, by: number });
  open(chapter(GAME, { people }));
  expect(cursor.edits.leader?.key).toBe(2);
  cursor.edits.update(update([node(2, 1, "3c3d", [3]), by(2, node(3, 2, "2g2f"))]));
  expect(cursor.current).toBe(3);
  cursor.previous();
  expect(cursor.edits.following).toBe(false);
  cursor.edits.update(update([by(2, node(3, 2, "2g2f", [4])), by(2, node(4, 3, "8c8d"))]));
  expect(cursor.current).toBe(2);
  cursor.edits.follow();
  expect(cursor.current).toBe(4);
  cursor.edits.looked(1, 2);
  expect(cursor.current).toBe(1);
  cursor.edits.looked(4, 2);
  // An own move that the server confirms is not followed.
  cursor.edits.stopFollowing();
  cursor.edits.update(update([by(2, node(4, 3, "8c8d", [5])), by(1, node(5, 4, "2f2e"))]));
  expect(cursor.current).toBe(4);
});

test("follow again goes where another is, who may have come along meanwhile", async () => {
  const shown: [number, boolean][] = [];
  const person = { account: null, color: null, here: true, declined: false };
  const people = [
    { ...person, key: 1, name: { en: "Me", ja: "私" }, you: true },
    { ...person, key: 2, name: { en: "Alice", ja: "アリス" }, you: false },
  ];
  cursor = openChapter(
    chapter(GAME, { people }),
    () => Promise.resolve(answer),
    () => undefined,
    undefined,
    (at, follows) => Promise.resolve(shown.push([at, follows])),
  );
  cursor.edits.looked(2, 2);
  cursor.goTo(1);
  await vi.advanceTimersByTimeAsync(500);
  // Alice comes here: it is where she is now.
  cursor.edits.looked(1, 2, true);
  cursor.goTo(0);
  await vi.advanceTimersByTimeAsync(500);
  cursor.edits.follow();
  expect(cursor.current).toBe(0);
  await vi.advanceTimersByTimeAsync(500);
  expect(shown).toEqual([
    [1, false],
    [0, false],
    [0, true],
  ]);
  // Her own step leads.
  cursor.edits.looked(2, 2);
  expect(cursor.current).toBe(2);
});

const REVIEW: Review = {
  engine: "Komadai",
  nodes: 1000,
  black_accuracy: 90,
  white_accuracy: 90,
  start_win: 0.5,
  complete: true,
  moves: [],
  milestones: [],
  black_style: null,
  white_style: null,
};

test.each([
  [true, ["job"]],
  [false, []],
])("a review is kept with the chapter if one may write (%s)", async (mayWrite, kept) => {
  const jobs: string[] = [];
  cursor = openChapter(
    chapter(GAME, { can_write: mayWrite }),
    () => Promise.resolve(answer),
    () => undefined,
    undefined,
    undefined,
    (job) => Promise.resolve(jobs.push(job)),
  );
  cursor.edits.keepReview(REVIEW, "job");
  await vi.advanceTimersByTimeAsync(0);
  expect([cursor.edits.review, jobs]).toEqual([REVIEW, kept]);
});
