// The record of a game on this device as a file: KIF, or USI. The words of KIF are those of komadai.kifu.

import type { Color, Game, Move } from "../api/types";
import { parseSfen, parseUsi, type Diagram } from "../board/sfen";
import type { RecordForm } from "../play/game_source";

export interface KifWords {
  /** The name of a piece in a move, and its sign in a diagram, by its letters. */
  pieces: Record<string, { name: string; sign: string }>;
  /** The names of handicaps, the even game among them, by their start positions. */
  handicaps: Record<string, string>;
  /** The word in place of a move, and the line below: by winner, ending, broken rule, side to move, 1 in a handicap. */
  endings: Record<string, [word: string, line: string]>;
}

/** The forms in which a game can be had. */
export const formsOf = (variant: string): RecordForm[] => (variant === "shogi" ? ["kif", "usi"] : ["usi"]);

export const fileName = (id: string, form: RecordForm): string => `komadai-${id}.${form}`;

/** The text of the file. */
export const recordText = (game: Game, form: RecordForm, words: KifWords): string =>
  form === "kif" ? kif(game, words) : usi(game);

/** A line of USI's position command; before it the variant with its options, as komadai.kifu writes them. */
function usi({ variant, options, start_sfen, moves }: Game): string {
  const chosen = Object.entries(options).map(([name, value]) => ` ${name}=${value}`);
  const head = variant === "shogi" ? "position" : `variant ${variant}${chosen.join("")}`;
  return `${head} sfen ${start_sfen} moves ${moves.map(({ usi }) => usi).join(" ")}\n`;
}

const RANKS = "一二三四五六七八九";
const FILES = "１２３４５６７８９";
const two = (n: number): string => String(n).padStart(2, "0");

function kif(game: Game, words: KifWords): string {
  const begun = new Date(game.created);
  const date = [begun.getFullYear(), two(begun.getMonth() + 1), two(begun.getDate())].join("/");
  const time = [begun.getHours(), begun.getMinutes(), begun.getSeconds()].map(two).join(":");
  const handicap = game.handicap !== "even";
  const start = parseSfen(game.start_sfen);
  const name = words.handicaps[game.start_sfen];
  const [black, white] = handicap ? (["下手", "上手"] as const) : (["先手", "後手"] as const);
  const lines = [
    `開始日時：${date} ${time}`,
    `手合割：${name ?? "その他"}`,
    ...(name === undefined ? diagram(start, words, black, white) : []),
    `${black}：${game.black.name.ja}`,
    `${white}：${game.white.name.ja}`,
    "手数----指手---------消費時間--",
    ...moveLines(game, start, words),
  ];
  if (game.result !== null) {
    const { winner, termination, infraction } = game.result;
    const key = [winner ?? "none", termination, infraction ?? "", game.position.turn, handicap ? "1" : "0"];
    const [word = "中断", line = "まで{ply}手で中断"] = words.endings[key.join("/")] ?? [];
    lines.push(`${String(game.moves.length + 1).padStart(4)} ${word}`);
    lines.push(line.replace("{ply}", String(game.moves.length)));
  }
  return `${lines.join("\n")}\n`;
}

function moveLines(game: Game, start: Diagram, { pieces }: KifWords): string[] {
  const used: Record<Color, number> = { black: 0, white: 0 };
  let before = start;
  let last = -1;
  return game.moves.map((move, index) => {
    const { drop, path, promotion } = parseUsi(move.usi);
    const from = drop === null ? (path[0] ?? 0) : null;
    const to = path.at(-1) ?? 0;
    const name = pieces[drop ?? before.squares[from ?? -1]?.kind ?? ""]?.name ?? "";
    const where = from !== null && to === last ? "同　" : squareText(to);
    const end = from === null ? "打" : `${promotion ? "成" : ""}(${digits(from)})`;
    used[move.color] += Math.floor(move.ms / 1000);
    before = parseSfen(move.sfen);
    last = to;
    return `${String(index + 1).padStart(4)} ${padded(where + name + end)}${spent(move, used[move.color])}`;
  });
}

const squareText = (square: number): string =>
  `${FILES[Math.floor(square / 9)] ?? ""}${RANKS[square % 9] ?? ""}`;
const digits = (square: number): string => `${Math.floor(square / 9) + 1}${(square % 9) + 1}`;

/** To the column of the times; Japanese characters are two columns wide. */
const padded = (text: string): string =>
  text + " ".repeat(Math.max(0, 14 - [...text].reduce((sum, sign) => sum + (sign < "\u0080" ? 1 : 2), 0)));

function spent({ ms }: Move, total: number): string {
  const seconds = Math.floor(ms / 1000);
  const minutes = Math.floor(total / 60);
  const all = [Math.floor(minutes / 60), minutes % 60, total % 60].map(two).join(":");
  return `(${String(Math.floor(seconds / 60)).padStart(2)}:${two(seconds % 60)}/${all})`;
}

function diagram(
  { squares, hands, turn }: Diagram,
  { pieces }: KifWords,
  black: string,
  white: string,
): string[] {
  const hand = (color: Color): string => {
    const held = Object.entries(hands[color]).map(
      ([kind, n = 1]) => `${pieces[kind]?.sign ?? kind}${n > 1 ? number(n) : ""}`,
    );
    return held.length === 0 ? "なし" : held.join("　");
  };
  const row = (rank: number): string =>
    Array.from({ length: 9 }, (_, column) => {
      const piece = squares[(8 - column) * 9 + rank] ?? null;
      if (piece === null) return " ・";
      return (piece.color === "white" ? "v" : " ") + (pieces[piece.kind]?.sign ?? "");
    }).join("");
  return [
    `${white}の持駒：${hand("white")}`,
    "  ９ ８ ７ ６ ５ ４ ３ ２ １",
    "+---------------------------+",
    ...Array.from({ length: 9 }, (_, rank) => `|${row(rank)}|${RANKS[rank] ?? ""}`),
    "+---------------------------+",
    `${black}の持駒：${hand("black")}`,
    ...(turn === "white" ? [`${white}番`] : []),
  ];
}

const number = (n: number): string =>
  n >= 10 ? `十${n > 10 ? (RANKS[n - 11] ?? "") : ""}` : (RANKS[n - 1] ?? "");
