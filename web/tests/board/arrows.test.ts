import { describe, expect, it } from "vitest";
import { arrowOf, arrowPath } from "../../src/board/arrows";
import { layout, middle, squareBox } from "../../src/board/geometry";
import { squareNumber } from "../../src/board/sfen";

const numbers = (path: string): number[] => (path.match(/-?\d+\.\d/g) ?? []).map(Number);

describe("an arrow", () => {
  const table = layout("table", false, 72);

  it("begins in the middle of its first square and ends before that of its last", () => {
    const start = middle(squareBox(table, squareNumber("5e", table.spec)));
    const end = middle(squareBox(table, squareNumber("5a", table.spec)));
    const points = numbers(arrowPath(table, { start: "5e", end: "5a" }));
    const heights = points.filter((_, index) => index % 2 === 1);
    expect(Math.max(...heights)).toBeCloseTo(start.y, 0);
    expect(Math.min(...heights)).toBeCloseTo(end.y + 6, 0);
  });

  it("begins and ends at the edge of a piece", () => {
    const start = middle(squareBox(table, squareNumber("5e", table.spec)));
    const end = middle(squareBox(table, squareNumber("5a", table.spec)));
    const points = numbers(arrowPath(table, { start: "5e", end: "5a" }, () => true));
    const heights = points.filter((_, index) => index % 2 === 1);
    expect(Math.max(...heights)).toBeCloseTo(start.y - 32, 0);
    expect(Math.min(...heights)).toBeCloseTo(end.y + 32, 0);
  });

  it.each(["5d", "4d", "4e", "6f", "3d", "4c"])("never lies over the face of a piece: 5e to %s", (goal) => {
    const points = numbers(arrowPath(table, { start: "5e", end: goal }, () => true));
    for (const name of ["5e", goal]) {
      const { x, y } = middle(squareBox(table, squareNumber(name, table.spec)));
      for (let index = 0; index < points.length; index += 2) {
        const across = Math.abs((points[index] ?? 0) - x);
        const down = Math.abs((points[index + 1] ?? 0) - y);
        expect(across > 19 || down > 24, `${goal} ${name} ${String(across)} ${String(down)}`).toBe(true);
      }
    }
  });

  it("turns with the board", () => {
    const arrow = { start: "7g", end: "3c" };
    expect(arrowPath(layout("table", true, 72), arrow)).not.toBe(arrowPath(table, arrow));
  });

  it("has no outline between a square and itself", () => {
    expect(arrowPath(table, { start: "5e", end: "5e" })).toBe("");
  });

  it("is written as two squares, and a single square is no arrow", () => {
    expect(arrowOf("7g7f")).toEqual({ start: "7g", end: "7f" });
    expect(arrowOf("12l3a")).toEqual({ start: "12l", end: "3a" });
    expect(arrowOf("5e")).toBeNull();
  });
});
