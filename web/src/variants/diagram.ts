// The shapes of a move diagram, from the marks of a piece. A square is 20 wide, the piece stands at (0, 0),
// forward is up.

import type { MoveMark } from "../api/types";

export const CELL = 20;

/** A dot (step), a ring (jump), a square reached in several steps (area), a line with its number, or a stay. */
export type Shape =
  | { kind: "dot" | "ring" | "area" | "stay"; x: number; y: number; only: MoveMark["only"] }
  | { kind: "line"; d: string; label: string; x: number; y: number; only: MoveMark["only"]; over: boolean };

export interface MoveDiagram {
  /** Squares from the piece to the edge. */
  radius: number;
  shapes: Shape[];
}

const MAX_RADIUS = 5;
const MIN_RADIUS = 2;

/** The distance of the farthest square that a mark names. */
function reach({ kind, dx, dy, max }: MoveMark): number {
  if (kind === "line" || kind === "over" || kind === "turn" || kind === "anywhere") return MIN_RADIUS;
  return Math.max(Math.abs(dx), Math.abs(dy)) * Math.max(1, max);
}

export function moveDiagram(marks: readonly MoveMark[]): MoveDiagram {
  const radius = Math.min(MAX_RADIUS, Math.max(MIN_RADIUS, ...marks.map(reach)));
  return { radius, shapes: marks.flatMap((mark) => shapesOf(mark, radius)) };
}

function shapesOf(mark: MoveMark, radius: number): Shape[] {
  const { kind, dx, dy, max, only } = mark;
  const point = (n: number) => ({ x: dx * n * CELL, y: -dy * n * CELL });
  switch (kind) {
    case "stay":
      return [{ kind: "stay", x: 0, y: 0, only }];
    case "area":
      return [{ kind: "area", ...point(1), only }];
    case "anywhere":
      return [];
    case "step":
    case "jump":
      return Array.from({ length: Math.max(1, max) }, (_, n) => ({
        kind: kind === "step" ? ("dot" as const) : ("ring" as const),
        ...point(n + 1),
        only,
      }));
    default:
      return [line(mark, radius)];
  }
}

function line({ kind, dx, dy, max, only, then }: MoveMark, radius: number): Shape {
  const far = (radius + 0.35) / Math.max(Math.abs(dx), Math.abs(dy));
  const at = (n: number): [number, number] => [dx * n * CELL, -dy * n * CELL];
  const [x, y] = at(far);
  const near = 0.55 / Math.max(Math.abs(dx), Math.abs(dy));
  let d = `M${pair(at(near))}L${pair([x, y])}${head(dx, -dy, x, y)}`;
  if (kind === "turn") {
    const [cornerX, cornerY] = at(far * 0.62);
    for (const [tx = 0, ty = 0] of then) {
      const length = 0.85 / Math.max(1, Math.hypot(tx, ty));
      const end: [number, number] = [cornerX + tx * length * CELL, cornerY - ty * length * CELL];
      d += `M${pair([cornerX, cornerY])}L${pair(end)}${head(tx, -ty, ...end)}`;
    }
  }
  return { kind: "line", d, label: max > 1 ? String(max) : "", x, y, only, over: kind === "over" };
}

const pair = ([x, y]: readonly [number, number]): string => `${round(x)} ${round(y)}`;
const round = (n: number): number => Math.round(n * 100) / 100;

/** The head of an arrow that points along (dx, dy). */
function head(dx: number, dy: number, x: number, y: number): string {
  const length = Math.hypot(dx, dy);
  const [ux, uy] = [dx / length, dy / length];
  const side = (turn: number): [number, number] => [x - ux * 5 - uy * 3 * turn, y - uy * 5 + ux * 3 * turn];
  return `M${pair(side(1))}L${pair([x, y])}L${pair(side(-1))}`;
}
