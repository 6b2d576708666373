// What a step's arrows say about pieces: the piece in question, the squares it goes to, and longer ways as arrows.

import { arrowOf } from "../board/arrows";
import { squareNumber, type Diagram } from "../board/sfen";
import type { BoardSpec } from "../board/spec";

export interface Aims {
  /** The pieces in question, by their squares. */
  pieces: string[];
  /** Where they go. */
  goals: string[];
  /** Ways of more than a square, as arrows. */
  arrows: string[];
}

export const NO_AIMS: Aims = { pieces: [], goals: [], arrows: [] };

/** The moves as arrows, if one piece alone can move: to show them tells nothing more. */
export function onlyPiece(legal: readonly string[]): string[] {
  const ways = legal.map((usi) => usi.replace(/[+=]$/, ""));
  const starts = new Set(ways.map((way) => /^\d+[a-z]+/.exec(way)?.[0] ?? way));
  return starts.size === 1 ? [...new Set(ways)].filter((way) => arrowOf(way) !== null) : [];
}

/** A way to the next square needs no arrow: a dot or a ring shows its end. */
export function aimsOf(shapes: readonly string[], diagram: Diagram, spec: BoardSpec): Aims {
  const aims: Aims = { pieces: [], goals: [], arrows: [] };
  const add = (list: string[], name: string): void => {
    if (!list.includes(name)) list.push(name);
  };
  for (const shape of shapes) {
    const arrow = arrowOf(shape);
    if (arrow === null) {
      add(aims.arrows, shape);
      continue;
    }
    const from = squareNumber(arrow.start, spec);
    const to = squareNumber(arrow.end, spec);
    if (diagram.squares[from] === null) {
      add(aims.arrows, shape);
      continue;
    }
    const files = Math.abs(Math.floor(from / spec.ranks) - Math.floor(to / spec.ranks));
    const ranks = Math.abs((from % spec.ranks) - (to % spec.ranks));
    add(aims.pieces, arrow.start);
    add(aims.goals, arrow.end);
    // A knight's jump shows its end as well.
    if (Math.max(files, ranks) > 2) add(aims.arrows, shape);
  }
  return aims;
}
