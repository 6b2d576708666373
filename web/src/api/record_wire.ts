// The server's types and calls for records, as docs/wire.md describes them.

import {
  call,
  change,
  openSession,
  post,
  type Color,
  type Language,
  type Move,
  type Position,
  type Result,
  type Text,
} from "./wire";

export interface Header {
  name: string;
  label: Text;
  value: string;
}

/** An engine's evaluation, from Black's point of view. */
export interface Analysis {
  centipawns: number | null;
  /** Plies to the mate; negative when White mates. */
  mate: number | null;
  /** The mating side, if the number of plies is unknown. */
  mating?: Color | null;
  depth: number | null;
  nodes: number | null;
  engine: string;
  ms: number | null;
  line: string[];
  /** The original text of the program that wrote it. */
  written: string;
}

export interface Ending {
  /** null: an ending without an outcome, named by `word`. */
  result: (Result & { failed?: string[] }) | null;
  word: string;
  ms: number | null;
  total_ms: number | null;
  comment: string;
}

export interface Illegal {
  key: string;
  text: Text;
}

export interface Warning {
  /** 0: the record as a whole. */
  line: number;
  column: number;
  text: string;
  message: Text;
}

/** A node's own data, without its links to other nodes. */
export interface NodeData {
  usi: string | null;
  sfen: string;
  color: Color | null;
  captured: string | null;
  text: Move["text"] | null;
  spoken: Text | null;
  check: boolean;
  illegal: Illegal | null;
  comment: string;
  bookmark: string;
  ms: number | null;
  total_ms: number | null;
  analyses: Analysis[];
  ending: Ending | null;
}

export interface WireNode extends NodeData {
  /** The parent's place in the list; null for the root. */
  parent: number | null;
}

export interface GameRecord {
  headers: Header[];
  start_sfen: string;
  handicap: string | null;
  nodes: WireNode[];
  warnings: Warning[];
}

export interface ReadAnswer {
  format: string;
  games: GameRecord[];
  more: boolean;
  /** Files of an archive that could not be read. */
  unread?: { name: string; message: Text }[];
}

/** A record without the values that the server computes. */
export interface BareRecord {
  headers: { name: string; value: string }[];
  start_sfen: string;
  nodes: BareNode[];
}

export interface BareNode {
  parent: number | null;
  usi: string | null;
  comment?: string;
  bookmark?: string;
  ms?: number | null;
  total_ms?: number | null;
  analyses?: Analysis[];
  ending?: Ending | null;
}

export interface RecordOptions {
  formats: { key: string; name: Text; suffix: string }[];
  headers: { name: string; label: Text }[];
  terminations: { key: string; name: Text }[];
}

export interface PositionAnswer {
  position: Position;
  move: Move | null;
  illegal: Illegal | null;
  line: Move[];
}

export interface PositionQuestion {
  sfen: string;
  previous: string | null;
  play?: string;
  typed?: string;
  line?: string[];
  illegal?: "refuse" | "keep";
  /** Whether the sides are named 下手 and 上手 (a handicap game). */
  handicap?: boolean;
}

/** The server refuses files larger than this, in bytes. */
export const MAX_BYTES = 2 * 1024 * 1024;

let options: Promise<RecordOptions> | undefined;

/** The formats and headers that can be written; requested once, and again after a failure. */
export function recordOptions(): Promise<RecordOptions> {
  options ??= call<RecordOptions>("GET", "/api/records/options").catch((error: unknown) => {
    options = undefined;
    throw error;
  });
  return options;
}

export async function readRecord(bytes: Blob | Uint8Array, from = 0): Promise<ReadAnswer> {
  const answer = await post(`/api/records/read${from === 0 ? "" : `?from=${from}`}`, bytes);
  return (await answer.json()) as ReadAnswer;
}

export const readText = (text: string): Promise<ReadAnswer> => readRecord(new TextEncoder().encode(text));

/** A game played here, as a record. */
export async function readGame(id: string): Promise<ReadAnswer> {
  await openSession();
  return call("GET", `/api/games/${encodeURIComponent(id)}/record?format=json`);
}

export interface Written {
  file: Blob;
  name: string;
  losses: Text[];
}

export async function writeRecord(
  record: BareRecord,
  format: string,
  node: number | null = null,
  flip = false,
): Promise<Written> {
  const answer = await post("/api/records/write", { record, format, node, flip });
  return {
    file: await answer.blob(),
    name: fileName(answer.headers.get("Content-Disposition") ?? "") ?? `record.${format}`,
    losses: losses(answer.headers.get("X-Komadai-Losses")),
  };
}

export const askPosition = (question: PositionQuestion): Promise<PositionAnswer> =>
  change("/api/positions", question);

/** The name in a Content-Disposition, the extended one first. */
export function fileName(header: string): string | null {
  const wide = /filename\*=(?:utf-8)''([^;]+)/i.exec(header)?.[1];
  if (wide !== undefined) {
    try {
      return decodeURIComponent(wide);
    } catch {
      // Not decodable: use the plain name.
    }
  }
  return /filename="([^"]*)"/i.exec(header)?.[1] ?? /filename=([^;\s]+)/i.exec(header)?.[1] ?? null;
}

function losses(header: string | null): Text[] {
  try {
    return header === null ? [] : (JSON.parse(header) as Text[]);
  } catch {
    return [];
  }
}

export const both = (words: (language: Language) => string): Text => ({ en: words("en"), ja: words("ja") });
