import type { ExplorerResult } from "../api/types";
import type { explorerEn } from "./explorer.en";

const results: Record<ExplorerResult, string> = { black: "先手勝ち", white: "後手勝ち", draw: "引き分け" };

export const explorerJa: typeof explorerEn = {
  database: "データベース",
  games: (n) => `${n}局`,
  option: (name, n) => `${name}（${n}局）`,
  filters: "絞り込み",
  player: "対局者",
  playerHint: "先手か後手の名前。* は任意の文字列",
  from: "この日から",
  to: "この日まで",
  dateHint: "2024 または 2024-05",
  clear: "解除",
  moves: "この局面で指された手",
  move: "指し手",
  share: "割合",
  results: "勝敗",
  resultsOf: (black, draws, white) => `先手勝ち${black}、引き分け${draws}、後手勝ち${white}`,
  noResult: "結果なし",
  play: (move) => `${move}を指す`,
  found: "対局",
  open: (black, white) => `${black}対${white}を開く`,
  unnamed: "？",
  result: (result) => results[result],
  plies: (n) => `${n}手`,
  loading: "局面を検索しています…",
  empty: "このデータベースには、この局面になった対局がありません。",
  emptyFiltered: "絞り込みの条件に合う対局は、この局面になっていません。",
  tooDeep: (plies) => `このデータベースの局面は${plies}手目までです。`,
  noDatabase: "このサーバーで読める棋譜データベースがありません。",
  offline: "サーバーが応答しません。しばらくしてからもう一度お試しください。",
  retry: "もう一度試す",
};
