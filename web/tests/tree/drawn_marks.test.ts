import { expect, test } from "vitest";
import { marksOf, toggled } from "../../src/tree/drawn_marks";

test("marks are the last line of a comment", () => {
  expect(marksOf("The rook is alone.\n[marks 5e 7g7f]")).toEqual(["5e", "7g7f"]);
  expect(marksOf("[marks 12ab]")).toEqual(["12ab"]);
  expect(marksOf("[marks 5e]\nmore")).toEqual([]);
  expect(marksOf("[marks <b>]")).toEqual([]);
  expect(marksOf("")).toEqual([]);
});

test("a mark is added, then removed; the text stays", () => {
  const once = toggled("The rook is alone.", "5e");
  expect(once).toBe("The rook is alone.\n[marks 5e]");
  const twice = toggled(once, "7g7f");
  expect(twice).toBe("The rook is alone.\n[marks 5e 7g7f]");
  expect(toggled(twice, "5e")).toBe("The rook is alone.\n[marks 7g7f]");
  expect(toggled(toggled(twice, "5e"), "7g7f")).toBe("The rook is alone.");
  expect(toggled("", "5e")).toBe("[marks 5e]");
});
