// The names of tsshogi for what a record has, and ours.

import { RecordMetadataKey as Key, SpecialMoveType as Special } from "tsshogi";
import type { Color } from "../api/types";

/** The headers that the library has, by our names; any other header is kept under its own. */
export const HEADERS: readonly (readonly [key: Key, name: string])[] = [
  [Key.BLACK_NAME, "black"],
  [Key.SHITATE_NAME, "black"],
  [Key.WHITE_NAME, "white"],
  [Key.UWATE_NAME, "white"],
  [Key.TOURNAMENT, "event"],
  [Key.PLACE, "site"],
  [Key.START_DATETIME, "started"],
  [Key.DATE, "started"],
  [Key.END_DATETIME, "ended"],
  [Key.STRATEGY, "opening"],
  [Key.TIME_LIMIT, "time_limit"],
  [Key.TITLE, "表題"],
  [Key.BLACK_SHORT_NAME, "先手省略名"],
  [Key.WHITE_SHORT_NAME, "後手省略名"],
  [Key.BYOYOMI, "秒読み"],
  [Key.TIME_SPENT, "消費時間"],
  [Key.POSTED_ON, "掲載"],
  [Key.NOTE, "備考"],
  [Key.SCOREKEEPER, "記録係"],
  [Key.OPUS_NO, "作品番号"],
  [Key.OPUS_NAME, "作品名"],
  [Key.AUTHOR, "作者"],
  [Key.PUBLISHED_BY, "発表誌"],
  [Key.PUBLISHED_AT, "発表年月"],
  [Key.SOURCE, "出典"],
  [Key.LENGTH, "手数"],
  [Key.INTEGRITY, "完全性"],
  [Key.CATEGORY, "分類"],
  [Key.AWARD, "受賞"],
];

/** Who wins by an ending, from the view of the side to move: it, the other, or nobody. */
type Winner = "mover" | "other" | null;

/** The endings of the library by our terminations; the first one of a termination is written. */
export const ENDINGS: readonly (readonly [special: Special, termination: string, winner: Winner])[] = [
  [Special.RESIGN, "resignation", "other"],
  [Special.MATE, "checkmate", "other"],
  [Special.TIMEOUT, "time_forfeit", "other"],
  [Special.FOUL_WIN, "illegal_move", "mover"],
  [Special.FOUL_LOSE, "illegal_move", "other"],
  [Special.REPETITION_DRAW, "sennichite", null],
  [Special.IMPASS, "impasse_agreed", null],
  [Special.DRAW, "move_limit", null],
  [Special.ENTERING_OF_KING, "impasse_declaration", "mover"],
  [Special.TRY, "try", "other"],
  [Special.WIN_BY_DEFAULT, "default", "mover"],
  [Special.LOSE_BY_DEFAULT, "default", "other"],
  [Special.INTERRUPT, "interrupted", null],
];

export const other = (color: Color): Color => (color === "black" ? "white" : "black");
