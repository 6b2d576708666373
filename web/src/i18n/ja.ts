import type { Color } from "../api/types";
import type { Messages } from "./en";

const PIECES: Record<string, string> = {
  K: "玉",
  R: "飛車",
  B: "角",
  G: "金",
  S: "銀",
  N: "桂馬",
  L: "香車",
  P: "歩",
  "+R": "龍",
  "+B": "馬",
  "+S": "成銀",
  "+N": "成桂",
  "+L": "成香",
  "+P": "と金",
};

const piece = (kind: string): string => PIECES[kind] ?? kind;
const side = (color: Color, odds = false): string =>
  odds ? (color === "black" ? "下手" : "上手") : color === "black" ? "先手" : "後手";

export const ja: Messages = {
  brand: "駒台",

  nav: {
    skip: "盤面へ移動",
  },

  piece,
  color: (color) => side(color),
  odds: (color) => side(color, true),

  titles: {
    play2: "二人で指す",
    fromHere: "この局面から",
    explorer: "棋譜データベース",
    review: "この対局を検討する",
    studies: "研究",
    glossary: "用語集で見る",
    statistics: "統計",
    toStudy: "研究にする",
    game: "対局",
    games: "自分の対局",
    programs: "プログラム対局",
    allPrograms: "プログラム一覧",
    invite: "リンクで招待",
    toReview: "検討する",
  },

  status: {
    lost: "接続が切れました。対局と持ち時間はサーバーに保存されています。",
    retry: "再接続しています…",
    now: "今すぐ再接続",
    unreachable: "サーバーが応答しません。",
    failed: "サーバーに接続できません。もう一度お試しください。",
    silent: "サーバーが応答しません。もう一度お試しください。",
    unloaded: "この部分を読み込めませんでした。",
    unreachableHint: "駒台は動いていますか？　自動で再接続します。",
    refused: "受け付けられませんでした。",
    again: "もう一度試す",
    outdated: "新しいバージョンがあります。ページを再読み込みしてください。",
    reload: "再読み込み",
    stale: "局面が変わりました。もう一度ご確認ください。",
    notFound: "ページが見つかりません。",
    home: "トップページへ",
    close: "閉じる",
    done: "完了",
  },
};
