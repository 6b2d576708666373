import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Chapter, ChapterNode, ChapterUpdate, OperationAnswer, TreeCommand } from "../../src/api/types";
import { blank, ROOT } from "../../src/tree/tree";
import { SharedEditor } from "../../src/studies/shared_editor.svelte";

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
let editor: SharedEditor;

function open(data: Chapter): SharedEditor {
  editor = new SharedEditor(
    data,
    (command) => {
      sent.push(command);
      return Promise.resolve(answer);
    },
    () => undefined,
  );
  return editor;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", () => Promise.reject(new Error("no server")));
  sent = [];
  answer = { number: 3, node: 3 };
});
afterEach(() => {
  editor.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a move is sent, and shown when the server has put it into the tree", async () => {
  open(chapter(GAME)).goTo(1);
  const played = editor.play("8c8d");
  expect(editor.pending).toBe("8c8d");
  await vi.advanceTimersByTimeAsync(1);
  expect(editor.current).toBe(1);
  editor.update(update([node(1, 0, "7g7f", [2, 3]), node(3, 1, "8c8d")]));
  expect(await played).toBe(true);
  expect(sent).toEqual([{ type: "add", node: 1, usi: "8c8d" }]);
  expect(editor.current).toBe(3);
  expect(editor.canUndo).toBe(true);
});

test("a known move is gone to, not sent", async () => {
  open(chapter(GAME));
  expect(await editor.play("7g7f")).toBe(true);
  expect([editor.current, sent]).toEqual([1, []]);
});

test("when the current move is deleted by another, its nearest ancestor takes its place", () => {
  open(chapter(GAME)).goTo(2);
  editor.update(update([node(0, null, null)], [1, 2]));
  expect(editor.current).toBe(ROOT);
  expect(editor.tree.size).toBe(1);
});

test("a text that is being written survives the changes of others, and is sent once", async () => {
  open(chapter(GAME)).goTo(1);
  editor.comment("a");
  editor.comment("ab");
  editor.update(update([{ ...node(1, 0, "7g7f", [2]), comment: "theirs" }]));
  expect(editor.node.comment).toBe("ab");
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent).toEqual([{ type: "comment", node: 1, text: "ab" }]);
  editor.update(update([{ ...node(1, 0, "7g7f", [2]), comment: "later" }]));
  expect(editor.node.comment).toBe("later");
});

test("who may only read sends nothing", () => {
  open(chapter(GAME, { can_write: false, can_undo: true })).goTo(1);
  editor.delete();
  editor.undo();
  expect([editor.canUndo, editor.canEdit, editor.mover, sent]).toEqual([false, false, null, []]);
});

test("a variation is moved by placing it before its sibling", () => {
  open(chapter([node(0, null, null, [1, 2, 3]), node(1, 0, "7g7f"), node(2, 0, "2g2f"), node(3, 0, "5g5f")]));
  editor.goTo(3);
  editor.promote();
  editor.goTo(2);
  editor.demote();
  expect(sent).toEqual([
    { type: "promote", node: 3, before: 2 },
    { type: "promote", node: 3, before: 2 },
  ]);
});

test("marks are set and removed one after the other, each with those before it", async () => {
  open(chapter([{ ...node(0, null, null), shapes: ["5e"] }]));
  editor.mark("7g7f");
  editor.mark("5e");
  await vi.advanceTimersByTimeAsync(1);
  expect(sent).toEqual([{ type: "mark", node: 0, name: "", shapes: ["5e", "7g7f"] }]);
  editor.update(update([{ ...node(0, null, null), shapes: ["5e", "7g7f"] }]));
  await vi.advanceTimersByTimeAsync(1);
  expect(sent[1]).toEqual({ type: "mark", node: 0, name: "", shapes: ["7g7f"] });
});
