// Answers the calls of the page in the page: with the data that the build has written, with what this browser
// keeps, and with the core. The types are those of the wire.

import { CallError, type Answerer } from "../api/http";
import type { AnalysisOptions, NamesAnswer, Playing, Session } from "../api/types";
import { StoreError } from "../state/browser_database";
import { written } from "./data";

/** What is asked: the parameters of the path, those of the query, and the decoded body. */
export interface Asked {
  readonly parts: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: unknown;
}

/**
 * Answers by the method and the path of a call; a part of the path that begins with ":" is a parameter. An answer
 * is a value of the wire or a Response, and a CallError is thrown as a server would refuse.
 */
export type Answers = Readonly<Record<`${"GET" | "POST"} /api/${string}`, (asked: Asked) => unknown>>;

const SESSION: Answers = {
  "GET /api/session": (): Pick<Session, "guest" | "csrf" | "version" | "account"> => ({
    ...{ guest: "", csrf: "", version: "", account: null },
  }),
};

const PLAYING: Answers = { "GET /api/playing": (): Playing => ({ game: null }) };

/** No engine but that of this device. */
const ANALYSIS: Answers = {
  "GET /api/analysis/options": (): AnalysisOptions => ({
    ...{ engines: [], home: [], at_once: 1, threads: 1, seconds: 300 },
  }),
};

/** Castles and proverbs are found by a server. */
const NAMES: Answers = {
  "POST /api/names": (): Pick<NamesAnswer, "names" | "proverbs"> => ({ names: [], proverbs: [] }),
};

/** The parts of the API that are answered here, which are loaded when they are asked for. */
const PARTS: Readonly<Record<string, () => Answers | Promise<Answers>>> = {
  session: () => SESSION,
  playing: () => PLAYING,
  analysis: () => ANALYSIS,
  names: () => NAMES,
  games: async () => (await import("./games")).GAMES,
  positions: async () => (await import("./positions")).POSITIONS,
  records: async () => (await import("./records")).RECORDS,
  tsume: async () => (await import("./tsume")).TSUME,
  lessons: async () => (await import("./lessons")).LESSONS,
};

const partOf = (path: string): (() => Answers | Promise<Answers>) | undefined =>
  PARTS[path.split("/")[2] ?? ""];

/** The parameters of a path; null if it is not that of the key. */
function match(key: string, method: string, path: string): Record<string, string> | null {
  const [ofKey, pattern = ""] = key.split(" ");
  const wanted = pattern.split("/");
  const parts = path.replace(/\/$/, "").split("/");
  if (ofKey !== method || wanted.length !== parts.length) return null;
  const found: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const given = parts[index] ?? "";
    if (part.startsWith(":")) found[part.slice(1)] = decodeURIComponent(given);
    else if (part !== given) return null;
  }
  return found;
}

/** Whether calls that begin so are answered; pictures and documents are drawn by a server. */
export const isAnsweredHere = (address: string): boolean =>
  !address.includes(".") && partOf(address) !== undefined;

export const answerHere: Answerer = async (address, { method = "GET", body }) => {
  const { pathname, searchParams: query } = new URL(address, location.origin);
  const answers = (await partOf(pathname)?.()) ?? {};
  for (const [key, answer] of Object.entries(answers)) {
    const parts = match(key, method, pathname);
    if (parts === null) continue;
    const decoded: unknown = typeof body === "string" ? JSON.parse(body) : body;
    try {
      const value: unknown = await answer({ parts, query, body: decoded });
      return value instanceof Response ? value : Response.json(value);
    } catch (error) {
      throw error instanceof StoreError ? new CallError(503, error.code, error.text) : error;
    }
  }
  if (method !== "GET") throw new CallError(404, "not_found", null);
  return written(decodeURIComponent(pathname.slice("/api/".length)));
};
