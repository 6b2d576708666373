// Records on this device: read and written by tsshogi, with the positions and the texts of the core.

import {
  detectRecordFormat,
  exportCSA,
  exportJKFString,
  exportKI2,
  exportKIF,
  importCSA,
  importJKFString,
  importKI2,
  importKIF,
  Move as LibraryMove,
  Position as LibraryPosition,
  Record as LibraryRecord,
  RecordFormatType,
  RecordMetadataKey as Key,
  specialMove,
  SpecialMoveType as Special,
  type ImmutableNode,
  type Node,
} from "tsshogi";
import { CallError } from "../api/http";
import type {
  Color,
  Ending,
  GameRecord,
  GameRecordInput,
  Header,
  Options,
  ReadAnswer,
  RecordNode,
  RecordOptions,
  RecordWarning,
  Text,
} from "../api/types";
import { SHOGI } from "../api/variant_key";
import { endingOf } from "../records/endings";
import type { Position } from "../core/module";
import type { Answers } from "./calls";
import { data } from "./data";
import { illegality, withPosition } from "./positions";

/** The headers that the library has, by our names; any other header is kept under its own. */
const HEADERS: readonly (readonly [key: Key, name: string])[] = [
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
const ENDINGS: readonly (readonly [special: Special, termination: string, winner: Winner])[] = [
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

const other = (color: Color): Color => (color === "black" ? "white" : "black");

// --- reading

const UNREADABLE: Text = { en: "This record cannot be read.", ja: "棋譜として読めません。" };
const ARCHIVE: Text = {
  en: "Archives are read only where there is a server; unpack the file first.",
  ja: "圧縮ファイルは開けません。展開してから開いてください。",
};

const unreadable = (why: Text = UNREADABLE): CallError => new CallError(422, "unreadable", why);

/** The text of a file in UTF-8, or in the Shift_JIS of Windows. */
function textOf(bytes: Uint8Array): string {
  const head = String.fromCharCode(...bytes.subarray(0, 4));
  if (head.startsWith("PK") || head.startsWith("\u001f\u008b") || head.startsWith("\u0028\u00b5\u002f\u00fd"))
    throw unreadable(ARCHIVE);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("shift_jis").decode(bytes);
  }
}

const READERS: Readonly<Record<number, (text: string) => LibraryRecord | Error>> = {
  [RecordFormatType.USI]: (text) => LibraryRecord.newByUSI(text.trim()),
  [RecordFormatType.SFEN]: (text) => LibraryRecord.newByUSI(`sfen ${text.trim()}`),
  [RecordFormatType.KIF]: importKIF,
  [RecordFormatType.KI2]: importKI2,
  [RecordFormatType.CSA]: importCSA,
  [RecordFormatType.JKF]: importJKFString,
};

/** A game in USEN: in a link with names and comments, or alone. */
function fromUsen(text: string): LibraryRecord | Error | null {
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

/** Formats in which a position without moves is told from a text that is no record. */
const LINES: readonly RecordFormatType[] = [RecordFormatType.USI, RecordFormatType.SFEN];

const formatOf = (text: string): RecordFormatType => detectRecordFormat(text.trim());

/** The games of a text: a file in CSA may hold several. */
function recordsIn(text: string): (LibraryRecord | Error)[] {
  const linked = fromUsen(text);
  if (linked !== null) return [linked];
  const format = formatOf(text);
  const read = READERS[format];
  const parts = format === RecordFormatType.CSA ? text.split(/^\/\s*$/m) : [text];
  return read === undefined ? [] : parts.filter((part) => part.trim() !== "").map(read);
}

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

async function toWire(record: LibraryRecord): Promise<GameRecord> {
  const start = record.initialPosition.sfen;
  const { handicaps } = await data<Options>("options");
  const board = (sfen: string): string => sfen.split(" ").slice(0, 3).join(" ");
  const handicap = handicaps.find(({ sfen }) => board(sfen) === board(start))?.key ?? null;
  const headers = await headersOf(record);
  return withPosition(`sfen ${start}`, async (position) => ({
    variant: SHOGI,
    headers,
    start_sfen: start,
    handicap,
    ...(await nodesOf(record, position, handicap !== null && handicap !== "even")),
  }));
}

async function read(body: unknown): Promise<ReadAnswer> {
  const bytes = new Uint8Array(body instanceof Blob ? await body.arrayBuffer() : (body as Uint8Array));
  const text = textOf(bytes);
  const found = recordsIn(text);
  const games = found.filter((each) => each instanceof LibraryRecord);
  if (games.length === 0) throw unreadable();
  const all = await Promise.all(games.map(toWire));
  // A text that is no record at all is read as one without moves.
  if (
    !LINES.includes(formatOf(text)) &&
    all.every(
      ({ nodes, headers, start_sfen }) => nodes.length === 1 && headers.length === 0 && isStart(start_sfen),
    )
  )
    throw unreadable();
  return { format: "", games: all, more: false, unread: [] };
}

const isStart = (sfen: string): boolean =>
  sfen.startsWith("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b");

// --- writing

function fromWire({ start_sfen = "", headers = [], nodes }: GameRecordInput): LibraryRecord {
  const start = LibraryPosition.newBySFEN(start_sfen.replace(/^sfen /, ""));
  if (start === null) throw unreadable();
  const record = new LibraryRecord(start);
  for (const { name, value } of headers) {
    const key = HEADERS.find(([, ours]) => ours === name)?.[0];
    if (key === undefined) record.metadata.setCustomMetadata(name, value);
    else record.metadata.setStandardMetadata(key, value);
  }
  const made: Node[] = [];
  const at = (node: Node | undefined): void => {
    if (node !== undefined && record.current !== node) record.gotoNode(node);
  };
  for (const { parent = null, usi = null, comment = "", bookmark = "", ms = null, ending = null } of nodes) {
    at(parent === null ? record.first : made[parent]);
    const move = usi === null ? null : record.position.createMoveByUSI(usi);
    if (move !== null) record.append(move, { ignoreValidation: true });
    const node = record.current;
    made.push(node);
    node.comment = comment;
    node.bookmark = bookmark;
    if (ms !== null && node !== record.first) node.setElapsedMs(ms);
    if (ending === null) continue;
    const mover: Color = record.position.color === "black" ? "black" : "white";
    const { result } = ending;
    const wins = result?.winner == null ? null : result.winner === mover ? "mover" : "other";
    const special =
      ENDINGS.find(([, termination, winner]) => termination === result?.termination && winner === wins) ??
      ENDINGS.find(([, termination]) => termination === result?.termination);
    record.append(specialMove(special?.[0] ?? Special.INTERRUPT));
    record.current.comment = ending.comment ?? "";
  }
  record.resetAllBranchSelection();
  record.goto(0);
  return record;
}

interface Kind {
  suffix: string;
  write: (record: LibraryRecord) => string;
}

const CRLF = { returnCode: "\r\n" };

/** The library writes the ending of a line for the lines after it, too. */
function usen(record: LibraryRecord): string {
  const [start = "", ...lines] = record.usen[0].split("~");
  const hasEnding = [false];
  let last = 0;
  record.forEach(({ ply, move }) => {
    if (ply > 0 && last + 1 !== ply) hasEnding.push(false);
    if (ply > 0 && !(move instanceof LibraryMove)) hasEnding[hasEnding.length - 1] = true;
    else last = ply;
  });
  return [start, ...lines.map((line, at) => (hasEnding[at] ? line : line.replace(/[a-z]$/, "")))].join("~");
}

const KINDS: Readonly<Record<string, Kind>> = {
  kif: { suffix: "kifu", write: (record) => exportKIF(record, CRLF) },
  ki2: { suffix: "ki2u", write: (record) => exportKI2(record, CRLF) },
  csa: { suffix: "csa", write: (record) => exportCSA(record, {}) },
  jkf: { suffix: "jkf", write: (record) => exportJKFString(record) },
  usi: { suffix: "usi", write: (record) => `${record.getUSI({ allMoves: true })}\n` },
  usen: { suffix: "usen", write: usen },
  link: { suffix: "txt", write: linkOf },
};

function linkOf(record: LibraryRecord): string {
  const fields = new Map<string, string | undefined>([
    ["bn", record.metadata.getStandardMetadata(Key.BLACK_NAME)],
    ["wn", record.metadata.getStandardMetadata(Key.WHITE_NAME)],
  ]);
  for (let node: Node | null = record.first; node !== null; node = node.next)
    fields.set(`c${node.ply}`, node.comment);
  const more = [...fields].flatMap(([name, value]) =>
    value === undefined || value === "" ? [] : [`&${name}=${encodeURIComponent(value)}`],
  );
  return `?u=${usen(record)}${more.join("")}`;
}

/** What a record has that a file may lose. */
const CONTENTS: readonly (readonly [what: Text, count: (record: LibraryRecord) => number])[] = [
  [{ en: "variations", ja: "変化" }, (record) => countOf(record, ({ branchIndex }) => branchIndex > 0)],
  [{ en: "comments", ja: "コメント" }, (record) => countOf(record, ({ comment }) => comment.trim() !== "")],
  [{ en: "bookmarks", ja: "しおり" }, (record) => countOf(record, ({ bookmark }) => bookmark !== "")],
  [{ en: "times", ja: "消費時間" }, (record) => countOf(record, ({ elapsedMs }) => elapsedMs > 0)],
  [
    { en: "endings", ja: "終局の理由" },
    (record) => countOf(record, ({ move, ply }) => ply > 0 && !(move instanceof LibraryMove)),
  ],
  [
    { en: "headers", ja: "見出しの項目" },
    ({ metadata }) => [...metadata.standardMetadataKeys, ...metadata.customMetadataKeys].length,
  ],
];

function countOf(record: LibraryRecord, counts: (node: ImmutableNode) => boolean): number {
  let count = 0;
  record.forEach((node) => (count += Number(counts(node))));
  return count;
}

/** What a reader of the file does not find in it. */
function lossesOf(record: LibraryRecord, text: string): Text[] {
  const [again] = recordsIn(text);
  if (!(again instanceof LibraryRecord)) return [];
  return CONTENTS.flatMap(([what, count]) => {
    const lost = count(record) - count(again);
    return lost > 0
      ? [{ en: `${what.en}: ${lost} not kept`, ja: `${what.ja}：${lost}件は保存されません` }]
      : [];
  });
}

const ascii = (text: string): string =>
  text.replace(/[^ -~]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);

function write(ask: { record: GameRecordInput; format: string }): Response {
  const kind = KINDS[ask.format];
  if (kind === undefined) throw new CallError(400, "invalid", null, "format");
  const record = fromWire(ask.record);
  const text = kind.write(record);
  return new Response(text, {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Content-Disposition": `attachment; filename="komadai.${kind.suffix}"`,
      "X-Komadai-Losses": ascii(JSON.stringify(lossesOf(record, text))),
    },
  });
}

async function options(): Promise<RecordOptions> {
  const all = await data<RecordOptions>("records/options");
  return {
    ...all,
    formats: all.formats.filter(({ key }) => key in KINDS).map((format) => ({ ...format, variants: false })),
  };
}

export const RECORDS: Answers = {
  "GET /api/records/options": options,
  "POST /api/records/read": ({ body }) => read(body),
  "POST /api/records/write": ({ body }) => write(body as { record: GameRecordInput; format: string }),
};
