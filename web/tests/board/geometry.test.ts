import { describe, expect, test } from "vitest";
import {
  layout,
  middle,
  rowHeight,
  slotSize,
  slotUnder,
  squareAt,
  squareBox,
  squareUnder,
  standBox,
  standSlots,
  standWood,
} from "../../src/board/geometry";
import { handKind, isArrow, promotionAnswer, step } from "../../src/board/keyboard";
import { kanjiNumber } from "../../src/board/labels";
import { squareName, squareNumber } from "../../src/board/sfen";
import { STANDARD } from "../../src/board/spec";

describe.each(["table", "seats", "rows", "strips"] as const)("on a %s", (shape) => {
  test.each([false, true])("every square is found under its own middle (flipped: %s)", (flipped) => {
    const table = layout(shape, flipped);
    for (let square = 0; square < 81; square += 1)
      expect(squareUnder(table, middle(squareBox(table, square)))).toBe(square);
    expect(squareUnder(table, { x: table.grid.x - 1, y: table.grid.y + 5 })).toBeNull();
  });

  test("board and stands lie inside the picture and do not overlap", () => {
    const table = layout(shape, false);
    const hand = { R: 2, B: 2, G: 4, S: 4, N: 4, L: 4, P: 18 };
    for (const color of ["black", "white"] as const) {
      const box = standBox(table, color);
      for (const slot of standSlots(table, color, hand)) {
        expect(slot.x).toBeGreaterThan(box.x + 20);
        expect(slot.x).toBeLessThan(box.x + box.width - 20);
        expect(slot.y).toBeGreaterThan(box.y + 20);
        expect(slot.y).toBeLessThan(box.y + box.height - 20);
        expect(slotUnder(table, color, hand, slot)).toBe(slot.kind);
        expect(squareUnder(table, slot)).toBeNull();
      }
    }
  });

  test("the near player's stand is the near one", () => {
    expect(standBox(layout(shape, false), "black").y + 1).toBeGreaterThan(0);
    expect(standBox(layout(shape, false), "black")).toEqual(standBox(layout(shape, true), "white"));
  });
});

test("9a is at the top left for Black, at the bottom right for White", () => {
  expect(squareName(squareAt(false, 0, 0))).toBe("9a");
  expect(squareName(squareAt(true, 8, 8))).toBe("9a");
});

test("pieces have their true relative sizes, promoted as unpromoted", () => {
  const sizes = ["K", "R", "G", "N", "L", "P"].map(STANDARD.scale);
  expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
  expect(STANDARD.scale("+P")).toBe(STANDARD.scale("P"));
});

test("arrow keys move in their direction on the screen, and stop at the edge", () => {
  expect(squareName(step(false, squareNumber("5e"), "ArrowUp"))).toBe("5d");
  expect(squareName(step(false, squareNumber("5e"), "ArrowLeft"))).toBe("6e");
  expect(squareName(step(true, squareNumber("5e"), "ArrowUp"))).toBe("5f");
  expect(squareName(step(true, squareNumber("5e"), "ArrowLeft"))).toBe("4e");
  expect(squareName(step(false, squareNumber("9a"), "ArrowUp"))).toBe("9a");
  expect(squareName(step(false, squareNumber("9a"), "ArrowLeft"))).toBe("9a");
  expect(isArrow("Enter")).toBe(false);
});

test("+ promotes, = does not promote, other keys do nothing", () => {
  expect(promotionAnswer("+")).toBe(true);
  expect(promotionAnswer("=")).toBe(false);
  expect(promotionAnswer("x")).toBeNull();
});

test("other sizes: every square is found under its middle, and without drops there are no stands", () => {
  for (const [files, ranks] of [
    [5, 6],
    [3, 4],
    [12, 12],
    [36, 36],
  ] as const) {
    const spec = { ...STANDARD, files, ranks, handKinds: [] };
    for (const flipped of [false, true]) {
      const table = layout("table", flipped, 72, spec);
      expect(table.width).toBe(table.board.width);
      for (let square = 0; square < files * ranks; square += 1)
        expect(squareUnder(table, middle(squareBox(table, square)))).toBe(square);
      expect(squareAt(flipped, 0, 0, spec)).toBe(flipped ? ranks - 1 : (files - 1) * ranks);
    }
  }
});

test("a hand of many kinds fits on its stand", () => {
  const handKinds = [..."ABCDEFGHIJKLMNOPQ"];
  const spec = { ...STANDARD, files: 11, ranks: 11, handKinds };
  for (const shape of ["table", "seats", "rows", "strips"] as const) {
    const table = layout(shape, false, 72, spec);
    const hand = Object.fromEntries(handKinds.map((kind) => [kind, 1]));
    const slots = standSlots(table, "black", hand);
    const box = standBox(table, "black");
    expect(slots).toHaveLength(17);
    for (const slot of slots) {
      expect(slotUnder(table, "black", hand, slot)).toBe(slot.kind);
      expect(slot.x).toBeLessThan(box.x + box.width);
      expect(slot.y).toBeLessThan(box.y + box.height);
    }
  }
});

describe("seats", () => {
  const seats = { width: 132, gap: 14, far: 130, near: 120 };
  const table = layout("seats", false, 72, STANDARD, seats);

  test("the stands lie beside the board, below the far and above the near card", () => {
    expect(table.width).toBe(2 * (132 + 14) + table.board.width);
    expect(table.height).toBe(table.board.height);
    const far = standWood(table, "white", { P: 1 });
    const near = standWood(table, "black", { P: 1 });
    expect(far).toMatchObject({ x: 0, y: 130, width: 132 });
    expect(near.y + near.height).toBeCloseTo(table.height - 120);
    expect(near.x).toBeCloseTo(table.board.x + table.board.width + 14);
  });

  test("pieces stand in two columns, and the far stand is the near one turned round", () => {
    const hand = { R: 1, B: 1, P: 3 };
    const near = standSlots(table, "black", hand);
    const far = standSlots(table, "white", hand);
    expect(near.map(({ x }) => x < table.near.x + 66)).toEqual([true, false, true]);
    expect(near[0]?.y).toBe(near[1]?.y);
    near.forEach((slot, index) => {
      const other = far[index] ?? slot;
      expect(slot.x + other.x).toBeCloseTo(table.width);
      expect(slot.y - table.near.y + (other.y - table.far.y)).toBeCloseTo(table.near.height);
    });
  });

  test("a stand grows with its pieces", () => {
    const height = (hand: Record<string, number>) => standWood(table, "black", hand).height;
    expect(height({})).toBe(height({ R: 1, B: 1, G: 1 }));
    expect(height({ R: 1, B: 1, G: 1, S: 1, N: 1 })).toBeGreaterThan(height({ R: 1 }));
  });

  test("beside a board of few squares the pieces stand in one column, as large as on the board", () => {
    const spec = { ...STANDARD, files: 3, ranks: 4, handKinds: ["G", "S", "P"] };
    const small = layout("seats", false, 72, spec, { width: 66, gap: 7, far: 60, near: 60 });
    const slots = standSlots(small, "black", { G: 1, S: 1, P: 1 });
    expect(new Set(slots.map(({ x }) => x)).size).toBe(1);
    expect(slotSize(small).width).toBe(66);
    for (const slot of slots) expect(slotUnder(small, "black", { G: 1, S: 1, P: 1 }, slot)).toBe(slot.kind);
  });
});

describe("rows", () => {
  test.each([[STANDARD.files], [3], [36]])("of %i files are as high as asked for", (files) => {
    const spec = { ...STANDARD, files };
    const table = layout("rows", false, rowHeight(600, 44, spec), spec);
    expect((table.board.y * 600) / table.width).toBeCloseTo(50); // the row and what is between it and the board
    expect(table.far.width / table.width).toBeCloseTo(0.56);
    expect(table.near.x + table.near.width).toBeCloseTo(table.width);
  });

  test("without drops there is the same room for the names", () => {
    const none = { ...STANDARD, handKinds: [] };
    expect(layout("rows", false, 46, none).height).toBe(layout("rows", false, 46).height);
  });
});

test("digits select a kind in hand, the weakest first", () => {
  expect(["1", "2", "7", "8", "0"].map((key) => handKind(key, STANDARD.handKinds))).toEqual([
    "P",
    "L",
    "R",
    null,
    null,
  ]);
  expect(handKind("2", ["G", "S", "P"])).toBe("S");
});

test("ranks are numbered in kanji", () => {
  expect([1, 9, 10, 11, 20, 36].map(kanjiNumber)).toEqual(["一", "九", "十", "十一", "二十", "三十六"]);
});
