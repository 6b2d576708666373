// The types of the messages between server and page (docs/wire.md), and the HTTP calls.
// Times are integer milliseconds, squares and moves are USI.

export type Color = "black" | "white";
export type Side = Color | "furigoma";
export type Language = "en" | "ja";
export type Text = Record<Language, string>;

export interface Player {
  name: Text;
  kind: "person" | "computer";
  level: number | null;
}

export interface Move {
  ply: number;
  usi: string;
  color: Color;
  /** The position after the move. */
  sfen: string;
  check: boolean;
  ms: number;
  captured: string | null;
  text: { japanese: string; western: string; hosking: string; usi: string };
  spoken: Text;
}

export type Notation = keyof Move["text"];

export interface Condition {
  key: string;
  met: boolean;
  value: number | null;
  need: number | null;
  text: Text;
}

export interface Impasse {
  rule: string;
  can_declare: boolean;
  points: number;
  need: number | null;
  conditions: Condition[];
}

export interface Position {
  sfen: string;
  turn: Color;
  /** Empty unless it is the user's turn. */
  legal: string[];
  check: string[];
  last: string | null;
  impasse: Impasse | null;
}

export interface ClockFace {
  phase: "main" | "byoyomi";
  remaining_ms: number;
  periods: number;
  byoyomi_ms: number;
  increment_ms: number;
}

export interface Clocks {
  running: Color | null;
  black: ClockFace;
  white: ClockFace;
}

export interface Result {
  winner: Color | null;
  termination: string;
  infraction: string | null;
  text: Text;
}

export type Status = "playing" | "finished";

export interface ClockSetting {
  main_ms: number;
  byoyomi_ms: number;
  periods: number;
  increment_ms: number;
}

export interface Game {
  id: string;
  event: number;
  created: string;
  /** null: the user is a spectator. */
  you: Color | null;
  black: Player;
  white: Player;
  handicap: string;
  start_sfen: string;
  clock: ClockSetting | null;
  impasse: string;
  illegal: "refuse" | "lose";
  take_back: boolean;
  /** The five pawns of the throw, true = pawn side up. */
  furigoma: boolean[] | null;
  moves: Move[];
  position: Position;
  clocks: Clocks | null;
  status: Status;
  result: Result | null;
  thinking: boolean;
  rematch_of: string | null;
  next: string | null;
}

export interface NewGame {
  side: Side;
  level: number;
  engine: string;
  handicap: string;
  sfen: string | null;
  clock: ClockSetting | null;
  impasse: string;
  illegal: "refuse" | "lose";
  take_back: boolean;
}

export interface GameSummary {
  id: string;
  created: string;
  you: Color | null;
  black: Player;
  white: Player;
  handicap: string;
  plies: number;
  status: Status;
  result: Result | null;
  sfen: string;
}

export interface Options {
  levels: { level: number; name: Text; rating: number }[];
  engines: string[];
  handicaps: { key: string; name: Text; sfen: string; ranks: Text | null }[];
  impasse_rules: { key: string; name: Text }[];
}

export interface Session {
  guest: string;
  csrf: string;
  version: string;
}

export type ServerMessage =
  | { type: "game"; game: Game }
  | {
      type: "update";
      event: number;
      /** Moves after the first `keep` are dropped, then `moves` follow. */
      keep: number;
      moves: Move[];
      position: Position;
      clocks: Clocks | null;
      status: Status;
      result: Result | null;
      thinking: boolean;
      notice: Text | null;
    }
  | { type: "error"; re: string | null; code: string; message: Text }
  | { type: "done"; re: string };

export type Command =
  | { type: "move"; usi: string }
  | { type: "typed"; text: string }
  | { type: "resign" | "declare" | "take_back" };

export type RecordFormat = "kif" | "kif-sjis" | "csa" | "usi" | "svg";

/** A call that the server refused, or that did not reach it (`status` 0). */
export class CallError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly text: Text | null,
    readonly field: string | null = null,
  ) {
    super(text?.en ?? code);
  }
}

let session: Promise<Session> | undefined;

/** This browser's session; requested once, and again after a failure. */
export function openSession(): Promise<Session> {
  session ??= call<Session>("GET", "/api/session").catch((error: unknown) => {
    session = undefined;
    throw error;
  });
  return session;
}

export const getOptions = (): Promise<Options> => call("GET", "/api/options");

export const newGame = (game: NewGame): Promise<{ id: string }> => change("/api/games", game);

export const rematch = (id: string): Promise<{ id: string }> =>
  change(`/api/games/${encodeURIComponent(id)}/rematch`, {});

export async function listGames(
  query: string,
  before: string | null,
  limit: number,
): Promise<{ games: GameSummary[]; next: string | null }> {
  const parameters = new URLSearchParams({ limit: String(limit) });
  if (query !== "") parameters.set("q", query);
  if (before !== null) parameters.set("before", before);
  await openSession(); // the cookie identifies the user whose games are listed
  return call("GET", `/api/games?${parameters.toString()}`);
}

export async function getGame(id: string): Promise<Game> {
  await openSession();
  return call("GET", `/api/games/${encodeURIComponent(id)}`);
}

export const recordUrl = (id: string, format: RecordFormat, ply?: number): string =>
  `/api/games/${encodeURIComponent(id)}/record?format=${format}` + (ply === undefined ? "" : `&ply=${ply}`);

export function liveUrl(id: string, after: number | null): string {
  const address = new URL(`/api/games/${encodeURIComponent(id)}/live`, location.href);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  if (after !== null) address.searchParams.set("after", String(after));
  return address.href;
}

export async function change<T>(path: string, body: unknown): Promise<T> {
  return json<T>(await post(path, body));
}

/** A POST with the session's token; bytes are sent as they are, anything else as JSON. Throws a CallError. */
export async function post(path: string, body: unknown): Promise<Response> {
  const { csrf } = await openSession();
  try {
    return await ask("POST", path, body, csrf);
  } catch (error) {
    // The token may have changed (another tab got a new cookie): request it again and retry once.
    if (!(error instanceof CallError) || error.status !== 403) throw error;
    session = undefined;
    return ask("POST", path, body, (await openSession()).csrf);
  }
}

export async function call<T>(method: "GET", path: string): Promise<T> {
  return json<T>(await ask(method, path));
}

async function json<T>(response: Response): Promise<T> {
  const answer: unknown = await response.json().catch(() => null);
  if (answer === null) throw refusal(response.status, null);
  return answer as T;
}

async function ask(method: "GET" | "POST", path: string, body?: unknown, csrf?: string): Promise<Response> {
  const headers: Record<string, string> = { Accept: "application/json" };
  const bytes = body instanceof Uint8Array || body instanceof Blob;
  if (body !== undefined) headers["Content-Type"] = bytes ? "application/octet-stream" : "application/json";
  if (csrf !== undefined) headers["X-CSRF-Token"] = csrf;
  const init: RequestInit = { method, headers, credentials: "same-origin" };
  if (body !== undefined) init.body = bytes ? (body as BodyInit) : JSON.stringify(body);
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch {
    throw new CallError(0, "unreachable", null);
  }
  if (response.ok) return response;
  throw refusal(response.status, await response.json().catch(() => null));
}

function refusal(status: number, answer: unknown): CallError {
  const error = (answer as { error?: { code: string; message: Text; field: string | null } } | null)?.error;
  if (error === undefined) return new CallError(status, status >= 500 ? "unreachable" : "refused", null);
  return new CallError(status, error.code, error.message, error.field);
}
