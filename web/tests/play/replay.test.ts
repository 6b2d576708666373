import { describe, expect, it } from "vitest";
import type { Result } from "../../src/api/types";
import { willReplay } from "../../src/play/replay";

const ended = (termination: string, winner: "black" | null): Result => ({
  winner,
  termination,
  infraction: null,
  text: { en: "", ja: "" },
  word: null,
});

describe("a draw is replayed", () => {
  it("by sennichite and impasse, where that was agreed", () => {
    for (const termination of ["sennichite", "impasse_agreed", "impasse_declaration"]) {
      expect(willReplay({ replay_draws: true, result: ended(termination, null) })).toBe(true);
      expect(willReplay({ replay_draws: false, result: ended(termination, null) })).toBe(false);
    }
  });
  it("not if it was won, interrupted or is being played", () => {
    expect(willReplay({ replay_draws: true, result: ended("impasse_declaration", "black") })).toBe(false);
    expect(willReplay({ replay_draws: true, result: ended("interrupted", null) })).toBe(false);
    expect(willReplay({ replay_draws: true, result: null })).toBe(false);
  });
});
