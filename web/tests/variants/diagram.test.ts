import { expect, test } from "vitest";
import type { MoveMark } from "../../src/api/types";
import { CELL, moveDiagram } from "../../src/variants/diagram";

const mark = (kind: MoveMark["kind"], dx: number, dy: number, more: Partial<MoveMark> = {}): MoveMark => ({
  kind,
  dx,
  dy,
  max: 1,
  only: "",
  then: [],
  ...more,
});

test("a step forward is a dot above the piece", () => {
  const { radius, shapes } = moveDiagram([mark("step", 0, 1)]);
  expect(radius).toBe(2);
  expect(shapes).toEqual([{ kind: "dot", x: 0, y: -CELL, only: "" }]);
});

test("a step of up to three squares is three dots, on a diagram that has room for them", () => {
  const { radius, shapes } = moveDiagram([mark("step", 1, 1, { max: 3 })]);
  expect(radius).toBe(3);
  expect(shapes.map((shape) => [shape.x, shape.y])).toEqual([
    [CELL, -CELL],
    [2 * CELL, -2 * CELL],
    [3 * CELL, -3 * CELL],
  ]);
});

test("a jump is a ring, a line an arrow, with a number if it is limited", () => {
  expect(moveDiagram([mark("jump", 1, 2)]).shapes).toMatchObject([{ kind: "ring", x: CELL, y: -2 * CELL }]);
  expect(moveDiagram([mark("line", 0, 1, { max: 0 })]).shapes).toMatchObject([{ kind: "line", label: "" }]);
  expect(moveDiagram([mark("line", 0, 1, { max: 7 })]).shapes).toMatchObject([{ kind: "line", label: "7" }]);
});

test("a line that turns has a branch for each way", () => {
  const then = [
    [1, 0],
    [-1, 0],
  ];
  const [shape] = moveDiagram([mark("turn", 0, 1, { max: 0, then })]).shapes;
  const [straight] = moveDiagram([mark("line", 0, 1, { max: 0 })]).shapes;
  const strokes = (path: typeof shape): number => (path?.kind === "line" ? path.d.split("M").length - 1 : 0);
  expect(strokes(straight)).toBe(2);
  expect(strokes(shape)).toBe(6);
});

test("a piece that may stay has a ring of its own; one that goes anywhere has no shape", () => {
  expect(moveDiagram([mark("stay", 0, 0), mark("anywhere", 0, 0)]).shapes).toEqual([
    { kind: "stay", x: 0, y: 0, only: "" },
  ]);
});
