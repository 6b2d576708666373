// Who is here: those who wait, who have the lobby open and who play a public game.

import type { Lobby, Player, RunningGame, Seek } from "../api/types";

export interface Here {
  key: string;
  player: Player;
  /** Who waits can be played, whose game runs can be watched, another one can be invited. */
  seek: Seek | null;
  game: RunningGame | null;
}

/** Each person once, whom the viewer follows first; `account` is the viewer's, who is not listed. */
export function hereNow({ seeks, games, people, followed }: Lobby, account: string | null): Here[] {
  const found = new Map<string, Here>();
  const add = (key: string, player: Player, seek: Seek | null, game: RunningGame | null): void => {
    if (player.kind !== "person" || (account !== null && player.account === account)) return;
    if (!found.has(key)) found.set(key, { key, player, seek, game });
  };
  for (const seek of seeks) if (!seek.mine) add(seek.maker.account ?? seek.id, seek.maker, seek, null);
  const playing = games.flatMap((game) => [game.black, game.white].map((player) => ({ game, player })));
  for (const one of people) {
    const game = playing.find(({ player }) => player.account === one.account)?.game ?? null;
    add(one.account ?? "", one, null, game);
  }
  for (const { game, player } of playing)
    if (player.account !== null) add(player.account, player, null, game);
  const isFollowed = ({ player }: Here): boolean =>
    player.account !== null && followed.includes(player.account);
  const all = [...found.values()];
  return [...all.filter(isFollowed), ...all.filter((one) => !isFollowed(one))];
}
