// The texts of the board.

import type { Color } from "../api/types";
import { ALL_PIECES, type Pieces } from "../state/settings.svelte";
import { squareName } from "./square_name";
import { inLanguages } from "../i18n";

const sideJa = (color: Color, odds: boolean): string =>
  odds ? (color === "black" ? "下手" : "上手") : color === "black" ? "先手" : "後手";

const en = {
  label: "Shogi board",
  /** `piece`, here and below: the name of the piece. */
  square: (name: string, owner: Color | null, piece: string | null, _odds: boolean): string =>
    owner === null || piece === null
      ? `${name}, empty`
      : `${name}, ${owner === "black" ? "Black" : "White"} ${piece}`,
  target: "can move here",
  stand: (color: Color, _odds: boolean): string =>
    `Pieces in ${color === "black" ? "Black" : "White"}'s hand`,
  inHand: (piece: string, count: number): string =>
    `${piece} in hand` + (count > 1 ? `, ${count} of them` : ""),
  help: "Arrow keys move over the board. Enter selects a piece and moves it, Escape cancels. 1 to 7 select a piece in hand: pawn, lance, knight, silver, gold, bishop, rook.",
  helpAny:
    "Arrow keys move over the board. Enter selects a piece and moves it, Escape cancels. A move in two steps: choose the middle square, then the last; the middle square again ends it there. 1 to 9 select a piece in hand, the weakest first.",
  pass: "Stay (jitto)",
  stepped: (targets: number): string =>
    targets === 0 ? "first step; Enter ends the move here" : `first step, ${targets} ways to go on`,
  picked: (piece: string, targets: number | null): string =>
    targets === null
      ? `${piece} selected`
      : `${piece} selected, ${targets} possible ${targets === 1 ? "square" : "squares"}`,
  released: "selection cancelled",
  mustMove: "Touch-move: the piece that you touched must move.",
  inCheck: "Check!",
  zoom: { label: "Size of the board", in: "Larger", out: "Smaller", fit: "Whole board" },
  pieces: {
    title: "Pieces",
    both: "Kanji and letter",
    kanji: "Kanji",
    pictures: "Pictures",
    moves: "Moves shown",
    brush: "Brush",
    two: "Two kanji",
    symbols: "Symbols",
  },
  promotion: {
    title: "Promote?",
    yes: "Promote",
    no: "Don’t promote",
    becomes: (piece: string): string => `becomes ${piece}`,
    stays: (piece: string): string => `stays ${piece}`,
    cancel: "Esc cancels the move",
  },
};

const ja: typeof en = {
  label: "将棋盤",
  square: (name, owner, piece, odds) =>
    owner === null || piece === null
      ? `${squareName(name)} 空き`
      : `${squareName(name)} ${sideJa(owner, odds)} ${piece}`,
  target: "ここへ動かせます",
  stand: (color, odds) => `${sideJa(color, odds)}の持駒`,
  inHand: (piece, count) => `持駒 ${piece}` + (count > 1 ? ` ${count}枚` : ""),
  help: "矢印キーで盤上を移動、Enterで駒を持つ・置く、Escで取り消し。1〜7で持駒を選びます（歩・香・桂・銀・金・角・飛）。",
  helpAny:
    "矢印キーで盤上を移動、Enterで駒を持つ・置く、Escで取り消し。二歩動く手は、途中のマス、行き先の順に選びます。途中のマスをもう一度選ぶと、そこで終わります。1〜9で持駒を弱い順に選びます。",
  pass: "じっと（動かない）",
  stepped: (targets) =>
    targets === 0 ? "一歩目。Enterで終わります" : `一歩目。続けて動ける所は${targets}か所`,
  picked: (piece, targets) => `${piece}を持ちました。${targets === null ? "" : `動ける所は${targets}か所`}`,
  released: "駒を戻しました",
  mustMove: "触れた駒を動かしてください",
  inCheck: "王手！",
  zoom: { label: "盤の大きさ", in: "大きく", out: "小さく", fit: "盤全体" },
  pieces: {
    title: "駒",
    both: "漢字と英字",
    kanji: "漢字",
    pictures: "動物の絵",
    moves: "動き付き",
    brush: "筆文字",
    two: "二字",
    symbols: "西洋の図柄",
  },
  promotion: {
    title: "成りますか？",
    yes: "成る",
    no: "成らない",
    becomes: (piece) => `${piece}になる`,
    stays: (piece) => `${piece}のまま`,
    cancel: "Escで取り消し",
  },
};

export const boardWords = inLanguages({ en, ja });

/** All pieces that can be chosen, for a list of choices. */
export const allPieces = (): { value: Pieces; label: string }[] =>
  ALL_PIECES.map((value) => ({ value, label: boardWords().pieces[value] }));
