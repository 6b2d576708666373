import { beforeEach, expect, test } from "vitest";
import { add, apply, blank, change, fromWire, remove, type Tree } from "../../../src/tree/tree";
import type { StoredRecord } from "../../../src/records/storage/stored_record";
import { applyUnsaved, storeUnsaved, clearUnsaved } from "../../../src/records/storage/unsaved_changes";

const shelf = new Map<string, string>();
beforeEach(() => {
  shelf.clear();
  Object.assign(globalThis, {
    localStorage: {
      getItem: (key: string) => shelf.get(key) ?? null,
      setItem: (key: string, value: string) => void shelf.set(key, value),
      removeItem: (key: string) => void shelf.delete(key),
    },
  });
});

const SFEN = "9/9/9/9/9/9/9/9/9 b - 1";
const record = (tree: Tree, revision = 1): StoredRecord => ({
  id: "x",
  source: "new",
  revision,
  edited: revision > 1,
  headers: [],
  start_sfen: SFEN,
  handicap: null,
  nodes: [...tree.values()],
  warnings: [],
  current: 0,
});

test("changes stored when the page closed are in the record when it is opened again", () => {
  const before = apply(
    fromWire([{ ...blank(SFEN), parent: null }]),
    add(fromWire([{ ...blank(SFEN), parent: null }]), 0, { ...blank(SFEN), usi: "a" }).patch,
  );
  const written = change(before, 1, { comment: "late" });
  const after = record(apply(before, written), 2);
  storeUnsaved({ ...after, current: 1 }, written);
  expect(applyUnsaved(record(before))).toEqual({ ...after, current: 1 });
  const gone = remove(before, 1);
  storeUnsaved(record(apply(before, gone), 2), gone);
  expect(applyUnsaved(record(before))?.nodes).toHaveLength(1);
});

test("changes older than the database's revision are ignored", () => {
  const tree = fromWire([{ ...blank(SFEN), parent: null }]);
  storeUnsaved(record(tree, 2), change(tree, 0, { comment: "old" }));
  expect(applyUnsaved(record(tree, 3))).toBeNull();
});

test("cleared changes, or none, leave the record as it is", () => {
  const tree = fromWire([{ ...blank(SFEN), parent: null }]);
  expect(applyUnsaved(record(tree))).toBeNull();
  storeUnsaved(record(tree), new Map());
  clearUnsaved("x");
  expect(applyUnsaved(record(tree))).toBeNull();
});
