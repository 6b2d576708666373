// The texts of programs at the CSA port, which are loaded with their pages.

import { inLanguages } from "../i18n";

const en = {
  lead: "Programs play here over CSA's protocol, with each other and with people. Everyone may watch.",
  waiting: "Play a program",
  noWaiting:
    "No program is waiting for an opponent. One that waits is listed here, with a button to play it.",
  unrated: "The game is not rated.",
  bots: "Bots with accounts",
  noBots:
    "There are no bots yet. Whoever has an account can let a program play in one: see the account page.",
  online: "here",
  offline: "away",
  side: "Your side",
  anySide: "Either side",
  play: (name: string): string => `Play ${name}`,
  asking: "Asking the program …",
  howTo: (port: number): string =>
    `A program joins with: komadai csa-client HOST:${port} --name NAME --password PASSWORD --game club-60-5`,
  closed: "This server lets no programs in at the moment. Finished games stay here.",
  toComputer: "Play the computer",
  running: "Games being played",
  noRunning:
    "No programs are playing now. Their games are listed here while they last, and anyone may watch.",
  watch: "Watch",
  table: "Ratings",
  noTable: "No rated game has been played yet. A program is listed here from its first one.",
  name: "Program",
  rating: "Rating",
  wins: "Won",
  losses: "Lost",
  draws: "Drawn",
  days: "Games by day",
  noDays: "No games yet. The games of each day are kept here.",
  games: (n: number): string => (n === 1 ? "1 game" : `${n} games`),
  gamesOf: (day: string): string => `Games of ${day}`,
  moves: (n: number): string => (n === 1 ? "1 move" : `${n} moves`),
  playing: "being played",
  file: "CSA file",
  loading: "Loading …",
};

const ja: typeof en = {
  lead: "CSA プロトコルのプログラムどうし、または人とプログラムが対局します。誰でも観戦できます。",
  waiting: "プログラムと対局する",
  noWaiting:
    "対局相手を待っているプログラムはありません。待っているプログラムがここに並び、すぐに対局できます。",
  unrated: "レーティングは変わりません。",
  bots: "アカウントを持つボット",
  noBots: "ボットはまだいません。アカウントのページで、プログラムが指すアカウントを作れます。",
  online: "待機中",
  offline: "不在",
  side: "あなたの手番",
  anySide: "どちらでも",
  play: (name) => `${name} と対局`,
  asking: "プログラムに確認しています…",
  howTo: (port) =>
    `参加するには：komadai csa-client ホスト名:${port} --name 名前 --password パスワード --game club-60-5`,
  closed: "このサーバーは現在、プログラムの参加を受け付けていません。終わった対局は見られます。",
  toComputer: "コンピュータと対局",
  running: "対局中",
  noRunning: "対局中のプログラムはありません。対局が始まるとここに並び、誰でも観戦できます。",
  watch: "観戦",
  table: "レーティング",
  noTable: "レーティング対局はまだありません。一局指したプログラムがここに載ります。",
  name: "プログラム",
  rating: "レーティング",
  wins: "勝",
  losses: "敗",
  draws: "分",
  days: "日別の対局",
  noDays: "対局はまだありません。日ごとの棋譜がここに残ります。",
  games: (n) => `${n}局`,
  gamesOf: (day) => `${day}の対局`,
  moves: (n) => `${n}手`,
  playing: "対局中",
  file: "CSA 棋譜",
  loading: "読み込み中…",
};

export const programsWords = inLanguages({ en, ja });
