// The games in which a third person may point out an infraction: those of others.

import type { Tournament, TournamentRound } from "../api/types";

export interface GameOfOthers {
  key: string;
  round: number;
  board: number;
  /** Of a team match the board in it; else 0. */
  seat: number;
  /** Black first; the number is that of the player, or of the team. */
  players: { number: number; name: string }[];
}

export function gamesOfOthers(view: Tournament, rounds: readonly TournamentRound[]): GameOfOthers[] {
  const nameOf = (number: number): string => view.players.find((one) => one.number === number)?.name ?? "?";
  return rounds.flatMap(({ number: round, games }) =>
    games.flatMap(({ board, black, white, boards }): GameOfOthers[] => {
      if (white === null || black === view.me || white === view.me) return [];
      const key = `${round}-${board}`;
      if (view.boards === 0) {
        const players = [black, white].map((number) => ({ number, name: nameOf(number) }));
        return [{ key, round, board, seat: 0, players }];
      }
      return boards.flatMap((each, index) => {
        if (each.mine || each.black === "" || each.white === "") return [];
        const players = [
          { number: each.black_team, name: each.black },
          { number: each.black_team === black ? white : black, name: each.white },
        ];
        return [{ key: `${key}-${index + 1}`, round, board, seat: index + 1, players }];
      });
    }),
  );
}
