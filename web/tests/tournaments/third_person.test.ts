import { expect, test } from "vitest";
import type { Tournament, TournamentRound } from "../../src/api/types";
import { gamesOfOthers } from "../../src/tournaments/third_person";

const NAMES = ["Wada", "Oyama", "Masuda", "Habu", "Sato"];

function event(more: object, games: object[]): [Tournament, TournamentRound[]] {
  const players = NAMES.map((name, index) => ({ number: index + 1, name }));
  const rounds = [{ number: 2, started: true, games }];
  return [{ boards: 0, me: null, players, ...more } as Tournament, rounds as TournamentRound[]];
}

test("a third person chooses among the games in which they do not play", () => {
  const games = [
    { board: 1, black: 1, white: 2, boards: [] },
    { board: 2, black: 4, white: 3, boards: [] },
    { board: 0, black: 5, white: null, boards: [] },
  ];
  expect(gamesOfOthers(...event({ me: 2 }, games))).toEqual([
    {
      key: "2-2",
      round: 2,
      board: 2,
      seat: 0,
      players: [
        { number: 4, name: "Habu" },
        { number: 3, name: "Masuda" },
      ],
    },
  ]);
});

test("of a team match among its boards, on which a team is named", () => {
  const boards = [
    { black: "A", white: "B", black_team: 1, mine: true },
    { black: "C", white: "D", black_team: 2, mine: false },
    { black: "E", white: "", black_team: 1, mine: false },
  ];
  const found = gamesOfOthers(...event({ boards: 3 }, [{ board: 1, black: 1, white: 2, boards }]));
  expect(found.map(({ key, seat }) => [key, seat])).toEqual([["2-1-2", 2]]);
  expect(found[0]?.players).toEqual([
    { number: 2, name: "C" },
    { number: 1, name: "D" },
  ]);
});
