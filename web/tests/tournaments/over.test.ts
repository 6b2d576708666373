import { expect, test } from "vitest";
import type { Tournament } from "../../src/api/types";
import { overWords } from "../../src/tournaments/over";

const event = (places: number[], more: Partial<Tournament> = {}): Tournament =>
  ({
    system: "swiss",
    title: null,
    rounds: [{ number: 1, started: true, games: [] }],
    players: places.map((_, index) => ({ number: index + 1, name: `P${index + 1}` })),
    table: places.map((place, index) => ({ place, player: index + 1 })),
    ...more,
  }) as Tournament;

test("an event that has ended says after which round, and who won", () => {
  expect(overWords(event([1, 2]))).toBe("Over after round 1 · Winner: P1");
  expect(overWords(event([1, 1, 3]))).toMatch(/^Over after round 1 · Winners: P1.*P2$/);
});

test("without a first place for a few, nobody is named", () => {
  expect(overWords(event([1, 1, 1, 1]))).toBe("Over after round 1");
  expect(overWords(event([1, 2], { rounds: [] }))).toBe("Finished");
  expect(overWords(event([1, 2], { system: "ladder" }))).toBe("Finished");
});
