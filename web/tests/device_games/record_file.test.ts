import { describe, expect, test } from "vitest";
import type { Game } from "../../src/api/types";
import { loadGameData, loadKifWords } from "../../src/device_games/data";
import { recordText } from "../../src/device_games/record_file";
import { GameMachine } from "../../src/device_games/game_machine";
import { gameView } from "../../src/device_games/view";
import type { Created, GameEvent } from "../../src/device_games/events";
import { hasCore, nodeCore } from "./core";

const START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

const created = (start_sfen: string): Created => ({
  ...{
    type: "created/2",
    at: 0,
    players: [{ type: "person" }, { type: "engine", name: "komadai", level: 5 }],
  },
  ...{ colors: "fixed", handicap: "even", start_sfen, clock: null, impasse: "27-point" },
  ...{ illegal: "refuse", take_back: true, max_moves: null, variant: "shogi" },
});

const ended = (at: number, winner: "black" | "white", termination: string): GameEvent => ({
  ...{ type: "ended", at, winner, termination, infraction: null, failed: [] },
});

async function shown(log: GameEvent[]): Promise<Game> {
  const game = new GameMachine(log);
  const moves = game.moves.map(({ usi }) => usi);
  const { start_sfen } = game.settings;
  const played = { variant: null, start_sfen, moves };
  const found = await nodeCore.position({
    ...{ kind: "position", game: played, known: 0, handicap: false, impasse: null },
  });
  const stored = { id: "one", created_ms: Date.UTC(2026, 10, 30, 9), log, sfen: found.sfen };
  return gameView(
    {
      stored: { ...stored, rematch_of: null, next: null },
      ...{ game, found, moves: found.moves, thinking: false, readOnly: false, now: game.at },
    },
    await loadGameData(),
  );
}

describe.skipIf(!hasCore)("the record of a game", () => {
  test("is a KIF file with times, captures on the same square and the ending", async () => {
    const game = await shown([
      created(START),
      { type: "resumed", at: 0 },
      { type: "moved", at: 3200, usi: "7g7f", ms: 3200 },
      { type: "moved", at: 4000, usi: "3c3d", ms: 800 },
      { type: "moved", at: 79_000, usi: "8h2b+", ms: 75_000 },
      { type: "moved", at: 81_000, usi: "3a2b", ms: 2000 },
      { type: "moved", at: 82_000, usi: "B*4e", ms: 1000 },
      { type: "resigned", at: 83_000, color: "white" },
      ended(83_000, "black", "resignation"),
    ]);
    const lines = recordText(game, "kif", await loadKifWords()).split("\n");
    expect(lines[0]).toMatch(/^開始日時：2026\/11\/(29|30) \d\d:00:00$/);
    expect(lines.slice(1)).toEqual([
      "手合割：平手",
      "先手：あなた",
      "後手：駒台 10級",
      "手数----指手---------消費時間--",
      "   1 ７六歩(77)    ( 0:03/00:00:03)",
      "   2 ３四歩(33)    ( 0:00/00:00:00)",
      "   3 ２二角成(88)  ( 1:15/00:01:18)",
      "   4 同　銀(31)    ( 0:02/00:00:02)",
      "   5 ４五角打      ( 0:01/00:01:19)",
      "   6 投了",
      "まで5手で先手の勝ち",
      "",
    ]);
  });

  test("begins with a diagram where the game began with a position", async () => {
    const game = await shown([created("4k4/9/4+P4/9/9/9/9/9/4K4 w R2Pb2p 1"), { type: "resumed", at: 0 }]);
    const text = recordText(game, "kif", await loadKifWords());
    expect(text).toContain("手合割：その他\n後手の持駒：角　歩二\n  ９ ８");
    expect(text).toContain("| ・ ・ ・ ・ と ・ ・ ・ ・|三");
    expect(text).toContain("先手の持駒：飛　歩二\n後手番\n");
  });

  test("can be had in USI", async () => {
    const game = await shown([
      created(START),
      { type: "resumed", at: 0 },
      { type: "moved", at: 1, usi: "7g7f", ms: 1 },
    ]);
    expect(recordText(game, "usi", await loadKifWords())).toBe(`position sfen ${START} moves 7g7f\n`);
  });
});
