// Japanese texts of the live analysis.

import type { analysisEn } from "./analysis.en";

export const analysisJa: typeof analysisEn = {
  title: "エンジン解析",
  start: "解析を始める",
  stop: "止める",
  lines: "候補手の数",
  lineCount: (count) => `候補手${count}`,
  depth: "深さ",
  endless: "深さの制限なし",
  toDepth: (depth) => `深さ${depth}まで`,
  engines: "エンジン",
  lead: "表示中の局面をエンジンが読みます。局面を進めると追いかけ、このページを離れると止まります。",
  starting: "エンジンを起動しています…",
  waiting: (place) => `ほかの解析を待っています：${place}番目。`,
  paused: "ページが隠れている間、止まっていました。",
  ended: "解析が終わりました。",
  limit: (minutes) => `${minutes}分で終わります。待っている人がいれば早く終わります。`,
  facts: (depth, nodes, perSecond) => `深さ${depth} · ${nodes}局面 · 毎秒${perSecond}局面`,
  win: (percent) => `先手${percent}％`,
  add: "この手順を棋譜に加える",
  tsume: "詰みを探す",
  tsumeStop: "詰み探索を止める",
  solving: "詰みを探しています…",
  mate: (plies) => `${plies}手詰：`,
  noMate: "王手の連続による詰みはありません。",
  unknownMate: "時間内に詰みは見つかりませんでした。",
};
