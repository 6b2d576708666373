import type { programsEn } from "./programs.en";

export const programsJa: typeof programsEn = {
  title: "プログラム対局",
  lead: "プログラムどうしが CSA プロトコルで対局します。誰でも観戦できます。",
  howTo: (port) =>
    `参加するには：komadai csa-client ホスト名:${port} --name 名前 --password パスワード --game club-60-5`,
  closed: "サーバーが --csa-port なしで起動されたため、いまはプログラム対局ができません。",
  running: "対局中",
  noRunning: "対局中のプログラムはありません。",
  watch: "観戦",
  table: "レーティング",
  noTable: "レーティング対局はまだありません。",
  name: "プログラム",
  rating: "レーティング",
  wins: "勝",
  losses: "敗",
  draws: "分",
  days: "日別の対局",
  noDays: "対局はまだありません。",
  games: (n) => `${n}局`,
  gamesOf: (day) => `${day} の対局`,
  all: "プログラム一覧",
  moves: (n) => `${n}手`,
  playing: "対局中",
  file: "CSA 棋譜",
  loading: "読み込み中…",
};
