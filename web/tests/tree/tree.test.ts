import { expect, test } from "vitest";
import type { WireNode } from "../../src/api/records";
import type { Ending } from "../../src/api/types";
import { folds, rows } from "../../src/tree/rows";
import {
  add,
  apply,
  blank,
  change,
  count,
  findChild,
  fromWire,
  get,
  inverse,
  isHead,
  line,
  makeMain,
  path,
  remove,
  ROOT,
  shift,
  siblings,
  toWire,
  turn,
  variation,
  depthFirst,
  type Patch,
  type Tree,
} from "../../src/tree/tree";

const SFEN = "9/9/9/9/9/9/9/9/9 b - 1";
const RESIGNED: Ending = { result: null, word: "投了", ms: null, total_ms: null, comment: "" };

/** A tree written as `[parent, move]`; the root is there already. */
const tree = (...moves: [number, string][]): Tree =>
  fromWire([
    { ...blank(SFEN), parent: null },
    ...moves.map(([parent, usi]): WireNode => ({ ...blank(SFEN), parent, usi, color: "black" })),
  ]);

/** The moves of each line from the root to its end, the main line first. */
function lines(of: Tree): string[] {
  const ends = [...depthFirst(of)].filter(({ children }) => children.length === 0);
  return ends.map(({ id }) =>
    path(of, id)
      .slice(1)
      .map(({ usi }) => usi)
      .join(" "),
  );
}

const done = (of: Tree, patch: Patch | null): Tree => (patch === null ? of : apply(of, patch));

//   a ─ b ─ c
//   │   └ d ─ e
//   │   └ f
//   g
const SMALL = tree([0, "a"], [1, "b"], [2, "c"], [1, "d"], [4, "e"], [1, "f"], [0, "g"]);

test("the server's list becomes a tree, and the same list again", () => {
  expect(lines(SMALL)).toEqual(["a b c", "a d e", "a f", "g"]);
  const { nodes, places } = toWire(SMALL);
  expect(nodes.map(({ parent, usi }) => [parent, usi])).toEqual([
    [null, null],
    [0, "a"],
    [1, "b"],
    [2, "c"],
    [1, "d"],
    [4, "e"],
    [1, "f"],
    [0, "g"],
  ]);
  expect([...places.values()]).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});

test("a list whose nodes come before their parents is refused", () => {
  expect(() =>
    fromWire([
      { ...blank(SFEN), parent: null },
      { ...blank(SFEN), parent: 2 },
    ]),
  ).toThrow(RangeError);
  expect(() => fromWire([{ ...blank(SFEN), parent: 0 }])).toThrow(RangeError);
});

test("only fields with a value are sent to the server", () => {
  const edited = done(SMALL, change(SMALL, 1, { comment: "good", ms: 1200, ending: RESIGNED }));
  expect(toWire(edited).nodes[1]).toEqual({
    parent: 0,
    usi: "a",
    comment: "good",
    ms: 1200,
    ending: RESIGNED,
  });
  expect(toWire(edited).nodes[2]).toEqual({ parent: 1, usi: "b" });
});

test("a move is added as the last variation", () => {
  const { patch, id } = add(SMALL, 1, { ...blank(SFEN), usi: "x" });
  const after = apply(SMALL, patch);
  expect(lines(after)).toEqual(["a b c", "a d e", "a f", "a x", "g"]);
  expect(findChild(after, 1, "x")).toBe(id);
  expect(SMALL.has(id)).toBe(false);
});

test("deleting a node deletes its subtree; deleting the root keeps the root", () => {
  expect(lines(done(SMALL, remove(SMALL, 1)))).toEqual(["g"]);
  expect(lines(done(SMALL, remove(SMALL, 4)))).toEqual(["a b c", "a f", "g"]);
  const bare = done(SMALL, remove(SMALL, ROOT));
  expect(bare.size).toBe(1);
  expect(count(bare, ROOT)).toBe(0);
});

test("a variation moves up and down among its siblings, from any node inside it", () => {
  expect(lines(done(SMALL, shift(SMALL, 5, -1)))).toEqual(["a d e", "a b c", "a f", "g"]);
  expect(lines(done(SMALL, shift(SMALL, 5, 1)))).toEqual(["a b c", "a f", "a d e", "g"]);
  expect(shift(SMALL, 6, 1)).toBeNull();
  expect(shift(SMALL, 3, -1)).toBeNull();
});

test("the main line itself can be moved down at its last fork", () => {
  expect(lines(done(SMALL, shift(SMALL, 3, 1)))).toEqual(["a d e", "a b c", "a f", "g"]);
});

test("any line can be made the main line", () => {
  expect(lines(done(SMALL, makeMain(SMALL, 5)))).toEqual(["a d e", "a b c", "a f", "g"]);
  expect(lines(done(SMALL, makeMain(SMALL, 7)))).toEqual(["g", "a b c", "a d e", "a f"]);
  expect(makeMain(SMALL, 3)).toBeNull();
});

test("a line continues through the child last visited, else the first, and stops at its ending", () => {
  const moves = (of: Tree, id: number, chosen?: ReadonlyMap<number, number>) =>
    line(of, id, chosen).map(({ usi }) => usi);
  expect(moves(SMALL, ROOT)).toEqual([null, "a", "b", "c"]);
  expect(moves(SMALL, ROOT, new Map([[1, 4]]))).toEqual([null, "a", "d", "e"]);
  const ended = done(SMALL, change(SMALL, 1, { ending: RESIGNED }));
  expect(moves(ended, ROOT)).toEqual([null, "a"]);
  expect(moves(ended, ROOT, new Map([[1, 2]]))).toEqual([null, "a", "b", "c"]);
});

test("after an ending all children are variations", () => {
  const ended = done(SMALL, change(SMALL, 1, { ending: RESIGNED }));
  expect(isHead(ended, get(ended, 2))).toBe(true);
  expect(variation(ended, 3)?.usi).toBe("b");
  expect(variation(SMALL, 3)).toBeNull();
});

test("the side to move follows from the last move, at the start from the position", () => {
  expect(turn(get(SMALL, 1))).toBe("white");
  expect(turn(blank("9/9/9/9/9/9/9/9/9 w - 1"))).toBe("white");
  expect(turn(blank(SFEN))).toBe("black");
});

// --- rows

const shown = (of: Tree, folded: number[] = []) =>
  rows(of, new Set(folded)).map(({ id, kind, depth, ply, folded: fold, hidden }) =>
    [
      "  ".repeat(depth),
      ply,
      kind === "end" ? "end" : (get(of, id).usi ?? "start"),
      fold === null ? "" : fold ? "▸" : "▾",
      hidden > 0 ? `+${hidden}` : "",
    ].join(""),
  );

test("variations are indented below the move they replace", () => {
  expect(shown(SMALL)).toEqual(["0start", "1a", "  1g", "2b", "  2d▾", "  3e", "  2f", "3c"]);
});

test("a folded variation is one row with the number of hidden moves", () => {
  expect(shown(SMALL, [4])).toEqual(["0start", "1a", "  1g", "2b", "  2d▸+1", "  2f", "3c"]);
});

test("a line with an ending shows the ending, then its variations", () => {
  const ended = done(SMALL, change(SMALL, 1, { ending: RESIGNED }));
  expect(shown(ended)).toEqual(["0start", "1a", "  1g", "2end", "  2b▾", "  3c", "  2d▾", "  3e", "  2f"]);
});

test("the variations that contain a node must be unfolded to show it", () => {
  expect(folds(SMALL, 5)).toEqual([4]);
  expect(folds(SMALL, 3)).toEqual([]);
});

// --- properties, over random trees

function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function anyEdit(of: Tree, roll: (below: number) => number): Patch | null {
  const ids = [...of.keys()];
  const id = ids[roll(ids.length)] ?? ROOT;
  const edits = [
    () => add(of, id, { ...blank(SFEN), usi: `m${roll(1000)}`, color: "black" as const }).patch,
    () => add(of, id, { ...blank(SFEN), usi: `m${roll(1000)}`, color: "white" as const }).patch,
    () => add(of, id, { ...blank(SFEN), usi: `m${roll(1000)}`, color: "white" as const }).patch,
    () => (roll(4) === 0 ? remove(of, id) : null),
    () => shift(of, id, -1),
    () => shift(of, id, 1),
    () => makeMain(of, id),
    () => change(of, id, { comment: String(roll(9)) }),
    () => change(of, id, { ending: roll(2) === 0 ? RESIGNED : null }),
  ];
  return edits[roll(edits.length)]?.() ?? null;
}

function sound(of: Tree): void {
  const seen = [...depthFirst(of)].map(({ id }) => id);
  expect(new Set(seen).size).toBe(of.size);
  for (const node of of.values())
    for (const child of node.children) expect(get(of, child).parent).toBe(node.id);
}

test.each(Array.from({ length: 40 }, (_, seed) => seed))(
  "whatever is edited, the tree stays a tree, is written and read alike, and can be undone (%i)",
  (seed) => {
    const roll = dice(seed + 1);
    const start = fromWire([{ ...blank(SFEN), parent: null }]);
    let now: Tree = start;
    const undo: Patch[] = [];
    for (let step = 0; step < 120; step += 1) {
      const patch = anyEdit(now, roll);
      if (patch === null) continue;
      undo.push(inverse(now, patch));
      const next = apply(now, patch);
      expect(apply(next, inverse(now, patch))).toEqual(now);
      now = next;
    }
    sound(now);
    const list = toWire(now).nodes.map((node) => ({ ...blank(SFEN), ...node }));
    expect(lines(fromWire(list))).toEqual(lines(now));
    const all = rows(now, new Set());
    expect(all.filter(({ kind }) => kind !== "end").map(({ id }) => id)).toHaveLength(now.size);
    for (const row of all.filter(({ kind }) => kind !== "end"))
      expect(row.ply).toBe(path(now, row.id).length - 1);
    for (const node of now.values()) {
      const main = done(now, makeMain(now, node.id));
      expect(
        lines(main)[0]?.startsWith(
          path(now, node.id)
            .slice(1)
            .map(({ usi }) => usi)
            .join(" "),
        ),
      ).toBe(true);
      expect(siblings(main, node.id)[0]).toBe(node.id);
    }
    for (const patch of undo.reverse()) now = apply(now, patch);
    expect(now).toEqual(start);
  },
);

test("a line of 20,000 moves is traversed, listed and deleted without a stack overflow", () => {
  const long = tree(...Array.from({ length: 20_000 }, (_, n): [number, string] => [n, "m"]));
  expect(rows(long, new Set())).toHaveLength(20_001);
  expect(count(long, ROOT)).toBe(20_000);
  expect(path(long, 20_000)).toHaveLength(20_001);
  expect(apply(long, remove(long, 1)).size).toBe(1);
});
