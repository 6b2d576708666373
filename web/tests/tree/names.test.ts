import { expect, test } from "vitest";
import type { Name } from "../../src/api/types";
import { namesAtNodes, openingsOf } from "../../src/tree/names";
import type { TreeNode } from "../../src/tree/tree";

const name = (ply: number, id: string, more: Partial<Name> = {}): Name => ({
  ply,
  side: "black",
  kind: "opening",
  id,
  is_pairing: false,
  text: { en: id, ja: id },
  term: null,
  until: null,
  ...more,
});
const line = [10, 11, 12].map((id) => ({ id }) as TreeNode);

test("a name is at the node after whose move it stands", () => {
  const at = namesAtNodes(line, [name(1, "shikenbisha"), name(2, "hon_mino", { kind: "castle" })]);
  expect([...at].map(([node, names]) => [node, names.map(({ id }) => id)])).toEqual([
    [11, ["shikenbisha"]],
    [12, ["hon_mino"]],
  ]);
});

test("a name of both sides is shown once, a pairing not at all", () => {
  const both = [name(1, "aigakari"), name(1, "aigakari", { side: "white" })];
  const at = namesAtNodes(line, [...both, name(2, "ai_ibisha", { is_pairing: true })]);
  expect([...at].map(([node, names]) => [node, names.length])).toEqual([[11, 1]]);
});

test("names after the end of the line are not shown", () => {
  expect(namesAtNodes(line, [name(3, "yagura")]).size).toBe(0);
});

test("a side has its openings, or else the pairing", () => {
  const names = [
    name(1, "shikenbisha"),
    name(2, "furibisha_tai_ibisha", { is_pairing: true }),
    name(2, "ibisha_tai_furibisha", { is_pairing: true, side: "white" }),
    name(3, "anaguma", { kind: "castle", side: "white" }),
  ];
  expect(openingsOf("black", names).map(({ id }) => id)).toEqual(["shikenbisha"]);
  expect(openingsOf("white", names).map(({ id }) => id)).toEqual(["ibisha_tai_furibisha"]);
});
