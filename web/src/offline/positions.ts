// Positions and moves as the wire has them, from the core.

import { CallError } from "../api/http";
import type {
  Illegal,
  Move,
  MoveText,
  Position as PositionView,
  PositionAnswer,
  PositionRequest,
  Text,
} from "../api/types";
import { findKing, parseSfen, squareName } from "../board/sfen";
import { coreHere } from "../core/here";
import type { Position } from "../core/module";
import type { Answers } from "./calls";
import { data } from "./data";

/** Texts by code, as the build writes them. */
interface Texts {
  infractions: Record<string, Text>;
}

/** Calls with the position of this SFEN, and frees its memory. */
export async function withPosition<Value>(
  sfen: string,
  use: (position: Position) => Value,
): Promise<Awaited<Value>> {
  const { Position } = await coreHere();
  let position: Position;
  try {
    position = new Position(sfen, false);
  } catch {
    throw new CallError(400, "invalid", {
      en: "This is not a position.",
      ja: "局面として読めません。",
    });
  }
  try {
    return await use(position);
  } finally {
    position.delete();
  }
}

/** The position with all its legal moves; `last`: the move before it. */
export function positionView(position: Position, last: string | null): PositionView {
  const sfen = position.sfen();
  const diagram = parseSfen(sfen);
  const king = position.isCheck() ? findKing(diagram, diagram.turn) : -1;
  return {
    sfen,
    turn: position.turn() === 0 ? "black" : "white",
    legal: position.legalMoves(),
    check: king < 0 ? [] : [squareName(king)],
    last,
    impasse: null,
  };
}

/** The square on which a move ends. */
const endOf = (usi: string): string => usi.slice(2, 4);

/** Moves after `previous`: the first one that captures on its square is called 同. */
export function lineAfter(
  position: Position,
  moves: readonly string[],
  previous: string | null,
  handicap = false,
): Move[] {
  const line = position.line(moves, handicap);
  const [first] = line;
  if (first === undefined || previous === null || position.history().length > 0) return line;
  if (endOf(first.usi) !== endOf(previous)) return line;
  const { text, spoken } = first;
  const same = {
    ...first,
    text: { ...text, japanese: text.japanese.replace(/^(.).[一二三四五六七八九]/, "$1同") },
    spoken: { ...spoken, ja: spoken.ja.replace(/[１-９][一二三四五六七八九]/, "同") },
  };
  return [same, ...line.slice(1)];
}

/** Why a move breaks the rules. */
export async function illegality(position: Position, usi: string): Promise<Illegal | null> {
  const key = position.infraction(usi);
  if (key === "") return null;
  const { infractions } = await data<Texts>("texts");
  return { key, text: infractions[key] ?? { en: key, ja: key } };
}

/** What a person may leave out or write otherwise, left out. */
function plain(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[▲△☗☖▼▽\s　]/g, "")
    .replace(/[一二三四五六七八九]/g, (rank) => String("一二三四五六七八九".indexOf(rank) + 1))
    .replaceAll("王", "玉")
    .replaceAll("竜", "龍");
}

const NOTATIONS: readonly (keyof MoveText)[] = ["usi", "japanese", "western", "hosking"];

/** The letters of CSA for pieces, by those of Western notation. */
const CSA: Readonly<Record<string, string>> = {
  ...{ P: "fu", L: "ky", N: "ke", S: "gi", G: "ki", B: "ka", R: "hi", K: "ou" },
  ...{ "+P": "to", "+L": "ny", "+N": "nk", "+S": "ng", "+B": "um", "+R": "ry" },
};

/** As 76fu: the square and the piece. */
function byLetters({ usi, text }: Move): string {
  const piece = /^\+?[A-Z]/.exec(text.western)?.[0] ?? "";
  const rank = usi.charCodeAt(3) - "a".charCodeAt(0) + 1;
  return `${usi[2] ?? ""}${rank}${CSA[piece] ?? ""}`;
}

/** The legal move that a text names in any notation. Throws a CallError if it is none, or several. */
export function typedMove(position: Position, typed: string, previous: string | null): string {
  const wanted = plain(typed);
  const moves = position.legalMoves().flatMap((usi) => lineAfter(position, [usi], previous));
  const named = moves.filter(({ text }) => NOTATIONS.some((notation) => plain(text[notation]) === wanted));
  // 76歩 is enough where one pawn alone can go there.
  const found =
    named.length > 0
      ? named
      : moves.filter(
          (move) =>
            plain(move.text.japanese).replace(/[左右直上引寄打]|不成$/g, "") === wanted ||
            byLetters(move) === wanted,
        );
  const [only] = found;
  if (only !== undefined && found.length === 1) return only.usi;
  throw new CallError(400, "not_a_move", {
    en: found.length > 1 ? `Several moves are called ${typed}.` : `No move here is called ${typed}.`,
    ja: found.length > 1 ? `「${typed}」にあたる手が複数あります。` : `「${typed}」という手はありません。`,
  });
}

async function position(ask: PositionRequest): Promise<PositionAnswer> {
  return withPosition(ask.sfen, async (board) => {
    const previous = ask.previous ?? null;
    const usi = ask.play ?? (ask.typed == null ? null : typedMove(board, ask.typed, previous));
    let move: Move | null = null;
    if (usi !== null) {
      const illegal = await illegality(board, usi);
      if (illegal !== null) throw new CallError(409, "illegal", illegal.text);
      move = lineAfter(board, [usi], previous, ask.handicap === true)[0] ?? null;
      board.play(usi);
    }
    const last = usi ?? previous;
    return {
      position: positionView(board, last),
      move,
      illegal: null,
      line: lineAfter(board, ask.line ?? [], last, ask.handicap === true),
    };
  });
}

export const POSITIONS: Answers = {
  "POST /api/positions": ({ body }) => position(body as PositionRequest),
};
