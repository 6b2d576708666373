import { expect, test } from "vitest";
import { treeKey, visibleRows } from "../../src/thinking/tree_rows";

interface Item {
  name: string;
  children: Item[];
}
const leaf = (name: string): Item => ({ name, children: [] });
const tree: Item[] = [{ name: "a", children: [leaf("b"), leaf("c")] }, leaf("d")];
const rows = (...open: string[]) =>
  visibleRows(
    tree,
    new Set(open),
    ({ children }) => children,
    ({ children }) => children.length > 0,
    ({ name }) => name,
  );

test("a closed branch shows no children", () => {
  expect(rows().map(({ key, open }) => [key, open])).toEqual([
    ["/a", false],
    ["/d", null],
  ]);
  expect(rows("/a").map(({ key, level, position, siblings }) => [key, level, position, siblings])).toEqual([
    ["/a", 1, 1, 2],
    ["/a/b", 2, 1, 2],
    ["/a/c", 2, 2, 2],
    ["/d", 1, 2, 2],
  ]);
});

test("the arrow keys open, close and move as in every tree view", () => {
  expect(treeKey(rows(), 0, "ArrowRight")).toEqual({ toggle: 0 });
  expect(treeKey(rows("/a"), 0, "ArrowRight")).toEqual({ focus: 1 });
  expect(treeKey(rows("/a"), 2, "ArrowLeft")).toEqual({ focus: 0 });
  expect(treeKey(rows("/a"), 0, "ArrowLeft")).toEqual({ toggle: 0 });
  expect(treeKey(rows("/a"), 0, "ArrowDown")).toEqual({ focus: 1 });
  expect(treeKey(rows("/a"), 3, "ArrowDown")).toBeNull();
  expect(treeKey(rows("/a"), 0, "End")).toEqual({ focus: 3 });
  expect(treeKey(rows("/a"), 1, "Enter")).toBeNull();
});
