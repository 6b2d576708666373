// Writes records by tsshogi, and tells what a format does not keep.

import {
  exportCSA,
  exportJKFString,
  exportKI2,
  exportKIF,
  Move as LibraryMove,
  Position as LibraryPosition,
  Record as LibraryRecord,
  RecordMetadataKey as Key,
  specialMove,
  SpecialMoveType as Special,
  type ImmutableNode,
  type Node,
} from "tsshogi";
import { CallError } from "../api/http";
import type { Color, GameRecordInput, Text } from "../api/types";
import { readAgain } from "./record_reader";
import { ENDINGS, HEADERS } from "./record_words";
import { shiftJis } from "./shift_jis";

function fromWire({ start_sfen = "", headers = [], nodes }: GameRecordInput): LibraryRecord {
  const start = LibraryPosition.newBySFEN(start_sfen.replace(/^sfen /, ""));
  if (start === null) throw new CallError(400, "invalid", null, "record");
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
  shiftJis?: true;
}

const CRLF = { returnCode: "\r\n" };
const kif = (record: LibraryRecord): string => exportKIF(record, CRLF);
const ki2 = (record: LibraryRecord): string => exportKI2(record, CRLF);

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

export const KINDS: Readonly<Record<string, Kind>> = {
  kif: { suffix: "kifu", write: kif },
  "kif-sjis": { suffix: "kif", write: kif, shiftJis: true },
  ki2: { suffix: "ki2u", write: ki2 },
  "ki2-sjis": { suffix: "ki2", write: ki2, shiftJis: true },
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

/** What a record has that a file may lose: of each node, as a text, and empty if it has none. */
const CONTENTS: readonly (readonly [what: Text, of: (node: ImmutableNode) => string])[] = [
  [{ en: "variations", ja: "変化" }, ({ branchIndex }) => (branchIndex > 0 ? "variation" : "")],
  [{ en: "comments", ja: "コメント" }, ({ comment }) => comment.trim()],
  [{ en: "bookmarks", ja: "しおり" }, ({ bookmark }) => bookmark],
  [{ en: "times", ja: "消費時間" }, ({ elapsedMs }) => (elapsedMs > 0 ? String(elapsedMs) : "")],
  [
    { en: "endings", ja: "終局の理由" },
    ({ move, ply }) =>
      ply === 0 || move instanceof LibraryMove ? "" : "name" in move ? move.name : move.type,
  ],
];
const HEADERS_LOST: Text = { en: "headers", ja: "見出しの項目" };

/** These contents of a record, each with the moves that lead to it. */
function contents(record: LibraryRecord, of: (node: ImmutableNode) => string): string[] {
  const found: string[] = [];
  const way: string[] = [];
  record.forEach((node) => {
    way.length = node.ply;
    way.push(node.move instanceof LibraryMove ? node.move.usi : "");
    const content = of(node);
    if (content !== "") found.push(`${way.join(" ")}: ${content}`);
  });
  return found;
}

const headers = ({ metadata }: LibraryRecord): string[] => [
  ...[...metadata.standardMetadataKeys].map((key) => `${key}=${metadata.getStandardMetadata(key) ?? ""}`),
  ...[...metadata.customMetadataKeys].map((key) => `${key}=${metadata.getCustomMetadata(key) ?? ""}`),
];

/** What a reader of the file does not find in it, or finds otherwise. */
function lossesOf(record: LibraryRecord, text: string): Text[] {
  const again = readAgain(text);
  if (again === null) return [{ en: "the whole game", ja: "一局すべて" }];
  const lost = (before: string[], after: string[]): number => {
    const there = new Set(after);
    return before.filter((each) => !there.has(each)).length;
  };
  return [
    ...CONTENTS.map(([what, of]) => [what, lost(contents(record, of), contents(again, of))] as const),
    [HEADERS_LOST, lost(headers(record), headers(again))] as const,
  ]
    .filter(([, count]) => count > 0)
    .map(([what, count]) => ({
      en: `${what.en}: ${count} not kept`,
      ja: `${what.ja}：${count}件は保存されません`,
    }));
}

const ascii = (text: string): string =>
  text.replace(/[^ -~]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);

export function write(ask: { record: GameRecordInput; format: string }): Response {
  const kind = KINDS[ask.format];
  if (kind === undefined) throw new CallError(400, "invalid", null, "format");
  const record = fromWire(ask.record);
  const text = kind.write(record);
  const bytes = kind.shiftJis === true ? shiftJis(text) : new TextEncoder().encode(text);
  const encoding = kind.shiftJis === true ? "shift_jis" : "utf-8";
  return new Response(bytes, {
    headers: {
      "Content-Type": `text/plain; charset=${encoding}`,
      "Content-Disposition": `attachment; filename="komadai.${kind.suffix}"`,
      "X-Komadai-Losses": ascii(JSON.stringify(lossesOf(record, new TextDecoder(encoding).decode(bytes)))),
    },
  });
}
