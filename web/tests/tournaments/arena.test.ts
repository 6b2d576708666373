import { describe, expect, it } from "vitest";
import type { Arena, Tournament } from "../../src/api/types";
import { countdown, gameOf, msLeft, partOf } from "../../src/tournaments/arena";

const view = (me: number | null, withdrawn = false, playing = false): Tournament =>
  ({
    me,
    players: [{ number: 1, withdrawn }],
    rounds: [{ games: [{ black: 2, white: 1, playing, game: "abc" }] }],
  }) as unknown as Tournament;

describe("an arena", () => {
  it("knows what the viewer is in it", () => {
    expect(partOf(view(null, false, true))).toBe("outside");
    expect(partOf(view(1))).toBe("waiting");
    expect(partOf(view(1, true))).toBe("paused");
    expect(partOf(view(1, true, true))).toBe("playing");
    expect(gameOf(view(1, false, true))).toBe("abc");
    expect(gameOf(view(1))).toBeNull();
  });

  it("counts down, never below zero", () => {
    const arena = { ms_left: 61_000 } as Arena;
    expect(msLeft(arena, 1_000)).toBe(60_000);
    expect(msLeft(arena, 90_000)).toBe(0);
    expect(msLeft({ ms_left: null } as Arena, 0)).toBeNull();
    expect(countdown(60_000)).toBe("1:00");
    expect(countdown(59_001)).toBe("1:00");
    expect(countdown(3_605_000)).toBe("1:00:05");
    expect(countdown(0)).toBe("0:00");
  });
});
