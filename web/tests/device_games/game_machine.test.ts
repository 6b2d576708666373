import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Color } from "../../src/api/types";
import type { Created, GameEvent } from "../../src/device_games/events";
import { CommandRefused, GameMachine, type Ending, type Judged } from "../../src/device_games/game_machine";
import type { Pawn } from "../../src/play/furigoma";

interface Step {
  command: string;
  at: number;
  color: Color;
  usi: string;
  pawns: Pawn[];
  judged: Judged;
  ending?: Ending;
  events?: GameEvent[];
  refused?: string;
  seen: number;
  faces: [string, number, number][] | null;
  deadline: number | null;
  turn: Color;
  plies: number;
  over: boolean;
}

/** Written by tools/game_cases.py. */
const GAMES = JSON.parse(readFileSync(join(import.meta.dirname, "game_cases.json"), "utf8")) as {
  created: Created;
  steps: Step[];
}[];

/** Of a declaration that is refused, nothing is known of its end. */
const NO_ENDING: Ending = { winner: null, termination: "", infraction: null, failed: [] };

function answer(game: GameMachine, step: Step): GameEvent[] | string {
  const { command, at, color } = step;
  const ask: Record<string, () => GameEvent[]> = {
    throw: () => game.throwPawns(step.pawns, at),
    resume: () => game.resume(at),
    pause: () => game.pause(at),
    tick: () => game.tick(at),
    move: () => game.move(color, step.usi, step.judged, at),
    take_back: () => game.takeBack(color, at),
    resign: () => game.resign(color, at, "makemashita"),
    interrupt: () => game.interrupt(at),
    declare: () => game.declare(color, step.ending ?? NO_ENDING, at),
  };
  try {
    return ask[command]?.() ?? "no such command";
  } catch (error) {
    if (error instanceof CommandRefused) return error.code;
    throw error;
  }
}

describe("a game in the page answers as the library does", () => {
  test("there are about 500 cases", () => {
    expect(GAMES.flatMap(({ steps }) => steps).length).toBeGreaterThan(450);
  });

  test.each(GAMES.map((game, index) => ({ index, ...game })))("game $index", ({ created, steps }) => {
    const log: GameEvent[] = [created];
    for (const step of steps) {
      const game = new GameMachine(log);
      expect(answer(game, step)).toEqual(step.events ?? step.refused);
      log.push(...(step.events ?? []));
      const after = new GameMachine(log);
      const faces = (["black", "white"] as const).map((color) => after.clock?.face(color, step.seen));
      expect(after.clock && faces.map((face) => [face?.phase, face?.remaining_ms, face?.periods])).toEqual(
        step.faces,
      );
      expect(after.clock?.deadline ?? null).toEqual(step.deadline);
      expect([after.turn, after.moves.length, after.ending !== null]).toEqual([
        step.turn,
        step.plies,
        step.over,
      ]);
    }
  });
});
