// The texts of an engine that is off, and of those that can be chosen.

import { inLanguages } from "../i18n";

const en = {
  lead: "Turn the engine on: it searches the position that is shown, and follows when you go on. It stops when you leave this page.",
  keys: "Keys: L turns it on and off, X threats, B plays the best move, 1–5 lines (on the board, a piece in hand first).",
  ended: "The analysis has ended.",
  device: "This device",
  server: (name: string) => `${name} (server)`,
  home: (name: string, engine: string) =>
    name === engine ? `${name} (yours)` : `${name} (yours): ${engine}`,
  homeLost: (name: string) => `${name} (yours): not connected`,
};

const ja: typeof en = {
  lead: "エンジンを入れると、表示中の局面を読みます。局面を進めると追いかけ、このページを離れると止まります。",
  keys: "キー：Lで入切、Xで狙い、Bで最善手、1〜5で候補手の数（盤上では持駒の選択が先）。",
  ended: "解析が終わりました。",
  device: "この端末",
  server: (name) => `${name}（サーバー）`,
  home: (name, engine) => (name === engine ? `${name}（自分のPC）` : `${name}（自分のPC）：${engine}`),
  homeLost: (name) => `${name}（自分のPC）：未接続`,
};

export const engineWords = inLanguages({ en, ja });
