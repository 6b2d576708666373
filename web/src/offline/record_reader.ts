// Reads records: tsshogi knows the formats, the core the positions and the texts of moves.

import {
  detectRecordFormat,
  importCSA,
  importJKFString,
  importKI2,
  importKIF,
  Move as LibraryMove,
  Record as LibraryRecord,
  RecordFormatType as Format,
  RecordMetadataKey as Key,
  type ImmutableNode,
  type Node,
} from "tsshogi";
import { CallError } from "../api/http";
import type {
  Color,
  Ending,
  GameRecord,
  Header,
  Options,
  ReadAnswer,
  RecordNode,
  RecordOptions,
  RecordWarning,
  Text,
  UnreadFile,
} from "../api/types";
import { SHOGI } from "../api/variant_key";
import type { Position } from "../core/module";
import { endingOf } from "../records/endings";
import { filesIn } from "./archive";
import { data } from "./data";
import { illegality, withPosition } from "./positions";
import { ENDINGS, HEADERS, other } from "./record_words";

/** The games in one answer at most. */
const MAX_GAMES = 50;
/** A record with more lines that cannot be read is none. */
const MAX_WRONG_LINES = 20;

const UNREADABLE: Text = {
  en: "This is no record in KIF, KI2, CSA, USI, SFEN, JKF or USEN.",
  ja: "KIF・KI2・CSA・USI・SFEN・JKF・USENの棋譜として読めません。",
};

/** What was expected, by the names of the library's errors. */
const EXPECTED: Readonly<Record<string, Text>> = {
  InvalidMoveError: { en: "expected a move", ja: "指し手として読めません" },
  InvalidMoveNumberError: { en: "expected the number of a move before", ja: "手数が正しくありません" },
  InvalidDestinationError: {
    en: "同 is written where no move is before",
    ja: "「同」の前に指し手がありません",
  },
  PieceNotExistsError: { en: "there is no such piece to move", ja: "動かす駒がありません" },
  InvalidTurnError: { en: "expected a move of the other side", ja: "手番が違います" },
  InvalidPieceNameError: { en: "expected the name of a piece", ja: "駒の名前として読めません" },
  InvalidBoardError: { en: "expected nine squares and the rank", ja: "盤面の行として読めません" },
  InvalidHandPieceError: { en: "expected pieces in hand", ja: "持駒として読めません" },
  InvalidLineError: { en: "expected this line before the moves", ja: "指し手より前にあるはずの行です" },
  InvalidUSIError: { en: "expected a position and moves in USI", ja: "USIの局面と指し手として読めません" },
};

const unreadable = (why: Text = UNREADABLE): CallError => new CallError(422, "unreadable", why);

const whatIsWrong = (error: Error): Text => EXPECTED[error.name] ?? UNREADABLE;

// --- the text

const BYTE_ORDER_MARKS: readonly (readonly [mark: readonly number[], encoding: string])[] = [
  [[0xff, 0xfe], "utf-16le"],
  [[0xfe, 0xff], "utf-16be"],
];
const ESCAPE = 0x1b;

/** The text of a file in UTF-8, UTF-16, or one of Japan's encodings. */
function textOf(bytes: Uint8Array): string {
  const [, marked] = BYTE_ORDER_MARKS.find(([mark]) => mark.every((byte, at) => bytes[at] === byte)) ?? [];
  const encoding = marked ?? (bytes.includes(ESCAPE) ? "iso-2022-jp" : "utf-8");
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    const texts = ["shift_jis", "euc-jp"].map((each) => new TextDecoder(each).decode(bytes));
    return texts.toSorted((one, other) => oddities(one) - oddities(other))[0] ?? "";
  }
}

/** Characters that a text has if it is decoded wrongly: damaged ones, and half-width kana. */
const oddities = (text: string): number => text.match(/[\ufffd\uff61-\uff9f]/g)?.length ?? 0;

// --- the games in it

interface Found {
  record: LibraryRecord;
  warnings: RecordWarning[];
}

const READERS: Readonly<Record<number, (text: string) => LibraryRecord | Error>> = {
  [Format.USI]: (text) => LibraryRecord.newByUSI(text.trim()),
  [Format.SFEN]: (text) => LibraryRecord.newByUSI(`sfen ${text.trim()}`),
  [Format.KIF]: importKIF,
  [Format.KI2]: importKI2,
  [Format.CSA]: importCSA,
  [Format.JKF]: importJKFString,
};

/** Formats in which a position without moves is told from a text that is no record. */
const LINES: readonly Format[] = [Format.USI, Format.SFEN];

/** The games of a text: a file in CSA or USI may hold several. */
function recordsIn(whole: string): (Found | CallError)[] {
  const text = whole.replace(/\r\n?/g, "\n");
  const linked = fromUsen(text);
  if (linked !== null)
    return [linked instanceof LibraryRecord ? { record: linked, warnings: [] } : unreadable()];
  const format = detectRecordFormat(text.trim());
  const reader = READERS[format];
  if (reader === undefined) return [];
  const parts =
    format === Format.CSA ? text.split(/^\/\s*$/m) : LINES.includes(format) ? text.split("\n") : [text];
  const found = parts.filter((part) => part.trim() !== "").map((part) => readLines(part, reader));
  // A text that is no record at all is read as one without moves.
  return LINES.includes(format)
    ? found
    : found.filter((each) => each instanceof CallError || says(each.record));
}

/** The game of a text that was written here; null if it cannot be read. */
export function readAgain(text: string): LibraryRecord | null {
  const [found] = recordsIn(text);
  return found === undefined || found instanceof CallError ? null : found.record;
}

/** Reads a record without the lines that the library refuses: each of them is a warning. */
function readLines(text: string, reader: (text: string) => LibraryRecord | Error): Found | CallError {
  const lines = text.split("\n");
  const warnings: RecordWarning[] = [];
  for (;;) {
    const record = reader(lines.join("\n"));
    if (record instanceof LibraryRecord) return { record, warnings };
    const { data: wrong } = record as { data?: unknown };
    const at =
      typeof wrong === "string" && wrong !== "" ? lines.findIndex((line) => line.includes(wrong)) : -1;
    if (at < 0 || lines.length === 1 || warnings.length === MAX_WRONG_LINES)
      return refusal(record, lines, at);
    warnings.push({ line: at + 1, column: 0, text: lines[at] ?? "", message: whatIsWrong(record) });
    lines[at] = "";
  }
}

function refusal(error: Error, lines: readonly string[], at: number): CallError {
  const { en, ja } = whatIsWrong(error);
  if (at < 0) return unreadable();
  const line = (lines[at] ?? "").trim();
  return unreadable({ en: `Line ${at + 1}: ${en}: ${line}`, ja: `${at + 1}行目：${ja}：${line}` });
}

/** Whether anything has been read. */
const says = ({ first, metadata, initialPosition }: LibraryRecord): boolean =>
  first.next !== null ||
  first.comment !== "" ||
  [...metadata.standardMetadataKeys].length > 0 ||
  [...metadata.customMetadataKeys].length > 0 ||
  !isStart(initialPosition.sfen);

const isStart = (sfen: string): boolean =>
  sfen.startsWith("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b");

/** A game in USEN: in a link with names and comments, or alone. */
function fromUsen(text: string): LibraryRecord | Error | null {
  if (/\s/.test(text.trim())) return null;
  const query = /(?:^|[?&])(?:u|usen)=[^\s]+/.exec(text)?.[0].replace(/^\?/, "");
  const alone = /^[\w.~]*~\d+\.[\w.~]*$/.test(text.trim()) ? text.trim() : null;
  if (query === undefined && alone === null) return null;
  const fields = new URLSearchParams(query ?? "");
  const record = LibraryRecord.newByUSEN(alone ?? fields.get("u") ?? fields.get("usen") ?? "");
  if (record instanceof Error) return record;
  for (const [field, key] of [
    ["bn", Key.BLACK_NAME],
    ["wn", Key.WHITE_NAME],
  ] as const)
    record.metadata.setStandardMetadata(key, fields.get(field) ?? "");
  for (let node: Node | null = record.first; node !== null; node = node.next)
    node.comment = fields.get(`c${node.ply}`) ?? "";
  return record;
}

// --- as the wire has them

async function headersOf({ metadata }: LibraryRecord): Promise<Header[]> {
  const { headers: choices } = await data<RecordOptions>("records/options");
  const found = new Map<string, string>();
  for (const [key, name] of HEADERS) {
    const value = metadata.getStandardMetadata(key);
    if (value !== undefined && !found.has(name)) found.set(name, value);
  }
  for (const name of metadata.customMetadataKeys) found.set(name, metadata.getCustomMetadata(name) ?? "");
  return [...found].map(([name, value]) => ({
    name,
    value,
    label: choices.find((choice) => choice.name === name)?.label ?? { en: name, ja: name },
  }));
}

async function endingAt(node: ImmutableNode, mover: Color, odds: boolean): Promise<Ending> {
  const type = node.move instanceof LibraryMove ? null : node.move.type;
  const known = ENDINGS.find(([special]) => special === type);
  if (known === undefined) {
    const word = "name" in node.move ? node.move.name : String(type ?? "");
    return { result: null, word, ms: null, total_ms: null, comment: node.comment };
  }
  const [, termination, wins] = known;
  const { terminations } = await data<RecordOptions>("records/options");
  const name = terminations.find(({ key }) => key === termination)?.name ?? {
    en: termination,
    ja: termination,
  };
  const winner = wins === null ? null : wins === "mover" ? mover : other(mover);
  const ms = node.elapsedMs === 0 ? null : node.elapsedMs;
  return { ...endingOf(termination, name, winner, odds), ms, comment: node.comment };
}

const blankNode = (position: Position, node: ImmutableNode): RecordNode => ({
  ...{
    parent: null,
    usi: null,
    sfen: position.sfen(),
    color: null,
    captured: null,
    text: null,
    spoken: null,
  },
  ...{ check: position.isCheck(), illegal: null, comment: node.comment, bookmark: node.bookmark },
  ...{ ms: null, total_ms: null, analyses: [], ending: null },
});

/** The nodes in depth-first order. What follows an illegal move is left out, with a warning. */
async function nodesOf(
  record: LibraryRecord,
  position: Position,
  odds: boolean,
): Promise<{ nodes: RecordNode[]; warnings: RecordWarning[] }> {
  const all: ImmutableNode[] = [];
  record.forEach((node) => all.push(node));
  const timed = all.some(({ elapsedMs }) => elapsedMs > 0);
  const nodes: RecordNode[] = [];
  const warnings: RecordWarning[] = [];
  /** By ply the index of the node on the way to the one at hand; null: left out. */
  const way: (number | null)[] = [];
  for (const node of all) {
    way.length = node.ply;
    if (node.ply === 0) {
      way.push(nodes.push(blankNode(position, node)) - 1);
      continue;
    }
    const parent = way[node.ply - 1] ?? null;
    if (parent === null) {
      way.push(null);
      continue;
    }
    while (position.history().length >= node.ply) position.takeBack();
    if (!(node.move instanceof LibraryMove)) {
      const before = nodes[parent];
      if (before !== undefined)
        before.ending ??= await endingAt(node, position.turn() === 0 ? "black" : "white", odds);
      way.push(null);
      continue;
    }
    const { usi } = node.move;
    const illegal = await illegality(position, usi);
    const [move] = illegal === null ? position.line([usi], odds) : [];
    if (move === undefined) {
      const message = illegal?.text ?? UNREADABLE;
      warnings.push({ line: 0, column: 0, text: `${node.ply} ${usi}`, message });
      way.push(null);
      continue;
    }
    position.play(usi);
    const { sfen, color, captured, text, spoken, check } = move;
    const times = timed ? { ms: node.elapsedMs, total_ms: node.totalElapsedMs } : {};
    way.push(
      nodes.push({
        ...blankNode(position, node),
        ...{ parent, usi, sfen, color, captured, text, spoken, check, ...times },
      }) - 1,
    );
  }
  return { nodes, warnings };
}

async function toWire({ record, warnings }: Found): Promise<GameRecord> {
  const start = record.initialPosition.sfen;
  const { handicaps } = await data<Options>("options");
  const board = (sfen: string): string => sfen.split(" ").slice(0, 3).join(" ");
  const handicap = handicaps.find(({ sfen }) => board(sfen) === board(start))?.key ?? null;
  const headers = await headersOf(record);
  return withPosition(`sfen ${start}`, async (position) => {
    const found = await nodesOf(record, position, handicap !== null && handicap !== "even");
    return {
      variant: SHOGI,
      headers,
      start_sfen: start,
      handicap,
      nodes: found.nodes,
      warnings: [...warnings, ...found.warnings],
    };
  });
}

/** Reads the games of a file or an archive, without the first `from`. */
export async function read(body: unknown, from: number): Promise<ReadAnswer> {
  const bytes = new Uint8Array(body instanceof Blob ? await body.arrayBuffer() : (body as Uint8Array));
  const games: GameRecord[] = [];
  const unread: UnreadFile[] = [];
  let failure: CallError | null = null;
  let skipped = 0;
  for (const file of filesIn(bytes)) {
    try {
      const found = recordsIn(textOf(await file.bytes()));
      if (found.length === 0) throw unreadable();
      for (const each of found) {
        if (each instanceof CallError) throw each;
        if (skipped < from) skipped += 1;
        else if (games.length === MAX_GAMES) return { format: "", games, more: true, unread };
        else games.push(await toWire(each));
      }
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      failure ??= error;
      unread.push({ name: file.name, message: error.text ?? UNREADABLE });
    }
  }
  if (games.length === 0 && skipped === 0) throw failure ?? unreadable();
  return { format: "", games, more: false, unread };
}
