// The HTTP calls of records.

import type {
  GameRecordInput,
  PositionAnswer,
  PositionRequest,
  ReadAnswer,
  RecordNode,
  RecordNodeInput,
  RecordOptions,
  RecordWarning,
  Text,
} from "./types";
import { getJson, postJson, openSession, post } from "./http";
import type { Language } from "./types";

export type Warning = RecordWarning;
export type WireNode = RecordNode;
/** A node's own data, without its link to the parent. */
export type NodeData = Omit<RecordNode, "parent">;
/** A node and a record without the values that the server computes. */
export type BareNode = Omit<RecordNodeInput, "analyses" | "ending"> &
  Pick<RecordNode, "parent" | "usi"> &
  Partial<Pick<RecordNode, "analyses" | "ending">>;
export type BareRecord = Required<Pick<GameRecordInput, "variant" | "headers" | "start_sfen">> & {
  nodes: BareNode[];
};

/** The server refuses files larger than this, in bytes. */
export const MAX_BYTES = 2 * 1024 * 1024;
/** The files that can be records or archives of them, as an input takes them. */
export const RECORD_FILES =
  ".kif,.kifu,.ki2,.ki2u,.csa,.jkf,.json,.psn,.usi,.usen,.sfen,.bod,.txt,.zip,.gz,.tar,.zst,text/*";

let options: Promise<RecordOptions> | undefined;

/** The formats and headers that can be written; requested once, and again after a failure. */
export function recordOptions(): Promise<RecordOptions> {
  options ??= getJson<RecordOptions>("/api/records/options").catch((error: unknown) => {
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

/** A game played here, as a record with the names of guests and computers in the reader's language. */
export async function readGame(id: string, language: Language): Promise<ReadAnswer> {
  await openSession();
  return getJson(`/api/games/${encodeURIComponent(id)}/record?format=json&language=${language}`);
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

export const askPosition = (question: PositionRequest): Promise<PositionAnswer> =>
  postJson("/api/positions", question);

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
