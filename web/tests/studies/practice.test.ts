import { describe, expect, it } from "vitest";
import type { Color } from "../../src/api/types";
import { blank, type Tree, type TreeNode } from "../../src/tree/tree";
import { attempt, begin, hint, left, phase, reply, show, tally } from "../../src/studies/practice";

const SFEN = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

function tree(...moves: [number, number, string, Color, Partial<TreeNode>?][]): Tree {
  const nodes = new Map<number, TreeNode>([[0, { ...blank(SFEN), id: 0, parent: null, children: [] }]]);
  for (const [id, parent, usi, color, more = {}] of moves) {
    nodes.set(id, { ...blank(SFEN), id, parent, usi, color, children: [], ...more });
    const above = nodes.get(parent) as TreeNode;
    nodes.set(parent, { ...above, children: [...above.children, id] });
  }
  return nodes;
}

const OPENING = tree(
  [1, 0, "7g7f", "black"],
  [2, 1, "3c3d", "white"],
  [3, 2, "2g2f", "black"],
  [4, 3, "8c8d", "white", { comment: "the end" }],
  [5, 2, "6g6f", "black", { bookmark: "! also good" }],
  [6, 2, "8h2b+", "black", { comment: "too early" }],
  [7, 6, "3a2b", "white"],
);

describe("practice with a chapter", () => {
  it("plays the other side's moves between the reader's", () => {
    let practice = begin(OPENING, "black");
    expect([phase(practice), left(practice)]).toEqual(["find", 2]);
    practice = attempt(practice, "7g7f");
    expect(practice.verdict).toEqual({ kind: "right", isAnswer: true });
    expect(phase(practice)).toBe("reply");
    expect(attempt(practice, "3c3d")).toBe(practice);
    practice = reply(practice);
    expect(practice.at).toBe(2);
    practice = reply(attempt(practice, "2g2f"));
    expect([practice.at, phase(practice)]).toEqual([4, "end"]);
    expect(tally(practice)).toEqual({ first: 2, later: 0, hint: 0, shown: 0 });
  });

  it("begins with the other side's move when the reader is White", () => {
    const practice = begin(OPENING, "white");
    expect([phase(practice), left(practice)]).toEqual(["reply", 2]);
    expect(phase(reply(practice))).toBe("find");
  });

  it("explains a wrong move by the study's variation", () => {
    const here = reply(attempt(begin(OPENING, "black"), "7g7f"));
    const after = attempt(here, "8h2b+");
    expect(after.at).toBe(here.at);
    expect(after.verdict).toMatchObject({
      kind: "wrong",
      known: { comment: "too early" },
      reply: { usi: "3a2b" },
    });
    expect(tally(attempt(after, "2g2f")).later).toBe(1);
  });

  it("knows nothing of a move that the study does not have, such as the same one without promotion", () => {
    const here = reply(attempt(begin(OPENING, "black"), "7g7f"));
    expect(attempt(here, "8h2b").verdict).toEqual({ kind: "wrong", usi: "8h2b", known: null, reply: null });
  });

  it("accepts a variation that is marked as good, and goes on in it", () => {
    const here = reply(attempt(begin(OPENING, "black"), "7g7f"));
    const after = attempt(here, "6g6f");
    expect(after.verdict).toEqual({ kind: "right", isAnswer: false });
    expect([after.at, phase(after)]).toEqual([5, "end"]);
  });

  it("names the piece as a hint, and the kind of piece of a drop", () => {
    const hinted = hint(begin(OPENING, "black"));
    expect(hinted?.from).toBe("7g");
    expect(hinted && tally(attempt(hinted.practice, "7g7f")).hint).toBe(1);
    expect(hint(begin(tree([1, 0, "G*5b", "black"]), "black"))?.from).toBe("G");
  });

  it("shows a move that is given up", () => {
    const after = show(begin(OPENING, "black"));
    expect([after.at, tally(after).shown]).toEqual([1, 1]);
  });

  it("ends before a move that breaks the rules, and where the line ends", () => {
    const illegal = { kind: "nifu", text: { en: "", ja: "" } } as unknown as TreeNode["illegal"];
    expect(phase(begin(tree([1, 0, "P*5e", "black", { illegal }]), "black"))).toBe("end");
    expect(phase(begin(tree(), "black"))).toBe("end");
  });
});
