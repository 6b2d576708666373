// HTTP requests to the server, with the session and its token.

import type { ErrorAnswer, Session, Text, TournamentResult } from "./types";

/** A call that the server refused, or that did not reach it (`status` 0). */
export class CallError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly text: Text | null,
    readonly field: string | null = null,
    /** Of `other_result`: the result that stands. */
    readonly standing: TournamentResult | null = null,
    /** Of a list of players: the numbers of the wrong lines, from 1. */
    readonly lines: readonly number[] | null = null,
  ) {
    super(text?.en ?? code);
  }
}

/** What answers a call: a server, over HTTP, or the page itself. May throw a CallError. */
export type Answerer = (path: string, init: RequestInit) => Promise<Response>;

let answerer: Answerer = (path, init) => fetch(path, init);

/** From now on this answers the calls. To be called before the page is shown. */
export const answerCallsBy = (other: Answerer): void => void (answerer = other);

let session: Promise<Session> | undefined;
let requested: Promise<unknown> | null = null;
let notify: (session: Session) => void = () => undefined;

/** Calls back with each session that the browser gets. */
export function followSession(callback: (session: Session) => void): void {
  notify = callback;
  session?.then(callback).catch(() => undefined);
}

/** This browser's session; requested once, and again after a failure. */
export function openSession(): Promise<Session> {
  return (session ??= requestSession());
}

async function requestSession(): Promise<Session> {
  const answer = getJson<Session>("/api/session");
  requested = answer;
  try {
    return announced(await answer);
  } catch (error) {
    session = undefined;
    throw error;
  } finally {
    if (requested === answer) requested = null;
  }
}

/** The request for the session that is not answered yet; null if there is none. */
export const sessionRequest = (): Promise<unknown> | null => requested;

/** Requests the session again: it has ended, or another page of this browser has logged in or out. */
export function reopenSession(): Promise<Session> {
  session = undefined;
  return openSession();
}

/** A POST that begins a new session, such as a login. */
export async function enterSession(path: string, body: unknown): Promise<Session> {
  const begun = await postJson<Session>(path, body);
  session = Promise.resolve(begun); // who is told of it may send requests at once
  return announced(begun);
}

function announced(begun: Session): Session {
  notify(begun);
  return begun;
}

export async function postJson<T>(path: string, body: unknown): Promise<T> {
  return json<T>(await post(path, body));
}

/** A POST with the session's token; bytes are sent as they are, anything else as JSON. Throws a CallError. */
export async function post(path: string, body: unknown): Promise<Response> {
  const { csrf } = await openSession();
  try {
    return await send("POST", path, body, csrf);
  } catch (error) {
    // The session may have ended, or another tab has logged in: request it again and retry once.
    if (!(error instanceof CallError) || !["csrf", "no_guest"].includes(error.code)) throw error;
    return send("POST", path, body, (await reopenSession()).csrf);
  }
}

export async function getJson<T>(path: string): Promise<T> {
  return json<T>(await send("GET", path));
}

async function json<T>(response: Response): Promise<T> {
  const answer: unknown = await response.json().catch(() => null);
  if (answer === null) throw refusal(response.status, null);
  return answer as T;
}

async function send(method: "GET" | "POST", path: string, body?: unknown, csrf?: string): Promise<Response> {
  const headers: Record<string, string> = { Accept: "application/json" };
  const bytes = body instanceof Uint8Array || body instanceof Blob;
  if (body !== undefined) headers["Content-Type"] = bytes ? "application/octet-stream" : "application/json";
  if (csrf !== undefined) headers["X-CSRF-Token"] = csrf;
  const init: RequestInit = { method, headers, credentials: "same-origin" };
  if (body !== undefined) init.body = bytes ? (body as BodyInit) : JSON.stringify(body);
  // A small request is completed even if the user leaves the page. Browsers limit such bodies to 64 KiB in all.
  init.keepalive = typeof init.body === "string" && init.body.length <= 2048;
  let response: Response;
  try {
    response = await answerer(path, init);
  } catch (error) {
    throw error instanceof CallError ? error : new CallError(0, "unreachable", null);
  }
  if (response.ok) return response;
  throw refusal(response.status, await response.json().catch(() => null));
}

function refusal(status: number, answer: unknown): CallError {
  const error = (answer as Partial<ErrorAnswer> | null)?.error;
  if (error === undefined) return new CallError(status, status >= 500 ? "unreachable" : "refused", null);
  return new CallError(
    status,
    error.code,
    error.message,
    error.field,
    error.standing ?? null,
    error.lines ?? null,
  );
}
