import type { dojoEn } from "./dojo.en";
import { squareName } from "../board/square_name";

export const dojoJa: typeof dojoEn = {
  title: "人と対局",
  opponent: "対局相手",
  computer: "コンピュータ",
  people: "人",
  invite: "リンクで招待",
  replaying: "先後を入れ替え、残り時間で指し直します。",
  isReplay: "残り時間での指し直し局です。",
  headToHead: (black, white, draws) =>
    `これまでの対戦成績：先手 ${black}勝・後手 ${white}勝${draws === 0 ? "" : `・引き分け${draws}`}`,
  declined: "断られました。",
  askTakeBack: "待ったを頼む",
  abort: "対局を取りやめる",
  abortLoses: "退出する（不戦敗）",
  away: "離席中",
  gone60: "退席",
  notBegun: "両者がそろうと対局が始まります。",
  firstMove: (ms, loses) =>
    `初手を${
      ms >= 86_400_000
        ? `${ms / 86_400_000}日`
        : ms >= 120_000 && ms % 60_000 === 0
          ? `${ms / 60_000}分`
          : `${ms / 1000}秒`
    }以内に指さないと、${loses ? "不戦敗になります" : "対局は中止になります"}。`,
  watchers: (n) => `観戦者 ${n}人`,
  moveTo: (piece, square, promotes) => `${squareName(square)}${piece}${promotes ? "（成り）" : ""}`,
  confirm: (move) => `${move}と指しますか？`,
  confirmYes: "指す",
  confirmNo: "戻す",
  premove: (piece, square) => `先行入力：${squareName(square)}${piece}`,
  premoveHelp: "相手が指すとすぐに指します。Escで取り消し。",
  premoveCancel: "取り消す",
  premoveCancelled: "先行入力を取り消しました。",
  premoveDropped: "先行入力の手は、この局面では指せません。",
  noHelp: "人との対局中です。エンジンの読み筋・ヒント・検討は終局後に使えます。",
  backToGame: "対局に戻る",
  askRematch: "再戦を申し込む",
  takeRematch: "再戦を受ける",
};
