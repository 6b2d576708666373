// Matches the pieces of one diagram with those of the next, so that moves can be animated.

import type { Color } from "../api/types";
import { other, unpromoted, type Diagram, type Kind } from "./sfen";

export interface Sprite {
  id: number;
  color: Color;
  kind: Kind;
  square: number;
}

export interface Stand {
  color: Color;
  kind: Kind;
}

/** A sprite on the board that came from another square or from a stand. */
export interface Arrival {
  id: number;
  from: number | Stand;
}

/** A sprite that left the board for a stand. */
export interface Departure {
  sprite: Sprite;
  to: Stand;
}

export interface Change {
  sprites: Sprite[];
  arrivals: Arrival[];
  departures: Departure[];
}

let lastId = 0;

/** From the sprites of `before`, those of `after`, with arrivals and departures. */
export function follow(sprites: readonly Sprite[], before: Diagram | null, after: Diagram): Change {
  const kept: Sprite[] = [];
  const left: Sprite[] = [];
  for (const sprite of sprites) {
    const now = after.squares[sprite.square];
    const stays = now?.color === sprite.color && now.kind === sprite.kind;
    (stays ? kept : left).push(sprite);
  }
  const arrivals: Arrival[] = [];
  const supply = new Supply(before, after);
  const standing = new Set(kept.map((sprite) => sprite.square));
  after.squares.forEach((piece, square) => {
    if (piece === null || standing.has(square)) return;
    const came = left.findIndex(
      (sprite) => sprite.color === piece.color && unpromoted(sprite.kind) === unpromoted(piece.kind),
    );
    if (came >= 0) {
      const [sprite] = left.splice(came, 1);
      if (sprite) {
        kept.push({ ...sprite, kind: piece.kind, square });
        if (sprite.square !== square) arrivals.push({ id: sprite.id, from: sprite.square });
      }
      return;
    }
    lastId += 1;
    kept.push({ id: lastId, ...piece, square });
    const stand = supply.taken(piece.color, piece.kind);
    if (stand !== null) arrivals.push({ id: lastId, from: stand });
  });
  const departures: Departure[] = [];
  for (const sprite of left) {
    const stand = supply.given(sprite.color, sprite.kind);
    if (stand !== null) departures.push({ sprite, to: stand });
  }
  // Moving sprites are drawn last, above those they pass.
  const moving = new Set(arrivals.map(({ id }) => id));
  kept.sort((a, b) => Number(moving.has(a.id)) - Number(moving.has(b.id)) || a.id - b.id);
  return { sprites: kept, arrivals, departures };
}

/** How the hands differ: pieces they gave to the board and pieces they got from it. */
class Supply {
  private readonly gain = new Map<string, number>();

  constructor(before: Diagram | null, after: Diagram) {
    if (before === null) return;
    for (const color of ["black", "white"] as const) {
      const [held, now] = [before.hands[color], after.hands[color]];
      for (const kind of new Set([...Object.keys(held), ...Object.keys(now)]))
        this.gain.set(color + kind, (now[kind] ?? 0) - (held[kind] ?? 0));
    }
  }

  /** The stand a new piece came from: its own (a drop), else the other's (a capture taken back). */
  taken(color: Color, kind: Kind): Stand | null {
    return this.match(color, kind, 1) ?? this.match(other(color), kind, 1);
  }

  /** The stand a lost piece went to: the other's (a capture), else its own (a drop taken back). */
  given(color: Color, kind: Kind): Stand | null {
    return this.match(other(color), kind, -1) ?? this.match(color, kind, -1);
  }

  private match(stand: Color, kind: Kind, sign: 1 | -1): Stand | null {
    const base = unpromoted(kind);
    const gain = this.gain.get(stand + base) ?? 0;
    if (gain * sign >= 0) return null;
    this.gain.set(stand + base, gain + sign);
    return { color: stand, kind: base };
  }
}
