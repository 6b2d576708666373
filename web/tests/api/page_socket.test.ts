import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { reopenSession } from "../../src/api/http";
import { outdated } from "../../src/api/outdated.svelte";
import { PageSocket, Refused, type Listener, type SocketState } from "../../src/api/page_socket";
import type { ServerMessage, Topic } from "../../src/api/types";

interface Sent {
  type: string;
  id: string;
  topic?: Topic;
}

/** A WebSocket without a network; the test plays the server. */
class FakeWebSocket {
  static readonly OPEN = 1;
  static created: FakeWebSocket[] = [];
  static get newest(): FakeWebSocket {
    const socket = FakeWebSocket.created.at(-1);
    if (socket === undefined) throw new Error("no socket was opened");
    return socket;
  }

  readyState = 0;
  closed = false;
  readonly sent: Sent[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor(readonly url: string) {
    FakeWebSocket.created.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Sent);
  }

  close(code = 1006): void {
    this.closed = true;
    this.readyState = 3;
    this.onclose?.({ code });
  }

  accept(): void {
    this.readyState = FakeWebSocket.OPEN;
    this.onopen?.();
  }

  receive(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  /** Answers the newest command of this type. */
  async answer(type: string, error?: string): Promise<void> {
    const re = this.sent.findLast((command) => command.type === type)?.id;
    this.receive(
      error === undefined ? { type: "done", re } : { type: "error", re, code: error, message: null },
    );
    await vi.advanceTimersByTimeAsync(0);
  }
}

interface Recorder extends Listener {
  messages: ServerMessage[];
  states: SocketState[];
  refusals: string[];
}

function recorder(): Recorder {
  const messages: ServerMessage[] = [];
  const states: SocketState[] = [];
  const refusals: string[] = [];
  return {
    messages,
    states,
    refusals,
    message: (message) => messages.push(message),
    state: (state) => states.push(state),
    refused: (why) => refusals.push(why.code),
  };
}

const commands = (socket: FakeWebSocket): [string, Topic | undefined][] =>
  socket.sent.map(({ type, topic }) => [type, topic]);

const GAME: Topic = { type: "game", id: "g", after: null };
const JOB: Topic = { type: "job", id: "j" };

beforeEach(() => {
  vi.useFakeTimers();
  FakeWebSocket.created = [];
  vi.stubGlobal("WebSocket", FakeWebSocket);
  vi.stubGlobal("location", { href: "https://example.org/game/g" });
  vi.stubGlobal("document", {
    hidden: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  });
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("removeEventListener", () => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("all subscriptions share one socket, and each gets the messages of its topic", () => {
  const page = new PageSocket();
  const game = recorder();
  const job = recorder();
  page.subscribe(() => GAME, game);
  page.subscribe(() => JOB, job);
  expect(FakeWebSocket.created.map(({ url }) => url)).toEqual(["wss://example.org/api/socket?version=2"]);
  const socket = FakeWebSocket.newest;
  socket.accept();
  expect(commands(socket)).toEqual([
    ["subscribe", GAME],
    ["subscribe", JOB],
  ]);
  const update = { topic: { type: "game", id: "g" }, type: "update", game: "g" };
  const progress = { topic: { type: "job", id: "j" }, type: "thinking", job: { id: "j" } };
  socket.receive(update);
  socket.receive({ ...update, topic: { type: "game", id: "another" }, game: "another" });
  socket.receive({ ...progress, topic: { type: "job", id: "g" } });
  socket.receive(progress);
  expect(game.messages).toEqual([update]);
  expect(job.messages).toEqual([progress]);
});

test("a message goes where its topic says, whatever it contains", () => {
  const page = new PageSocket();
  const chapters = ["one", "two"].map((id) => {
    const listener = recorder();
    page.subscribe(() => ({ type: "chapter", id, after: null }), listener);
    return listener;
  });
  const socket = FakeWebSocket.newest;
  socket.accept();
  const study = { topic: { type: "chapter", id: "two" }, type: "study", study: { id: "s" } };
  socket.receive(study);
  const later = { topic: { type: "chapter", id: "one" }, type: "of_a_later_server" };
  socket.receive(later);
  expect(chapters.map(({ messages }) => messages)).toEqual([[later], [study]]);
});

test("an error that answers no command is shown by all subscriptions", () => {
  const page = new PageSocket();
  const listeners = [GAME, JOB].map((topic) => {
    const listener = recorder();
    page.subscribe(() => topic, listener);
    return listener;
  });
  FakeWebSocket.newest.accept();
  const error = { type: "error", re: null, code: "bad_json", message: null };
  FakeWebSocket.newest.receive(error);
  expect(listeners.map(({ messages }) => messages)).toEqual([[error], [error]]);
});

test("a page of an earlier version than the server's asks to be reloaded, and does not connect again", async () => {
  const page = new PageSocket();
  const listener = recorder();
  page.subscribe(() => GAME, listener);
  FakeWebSocket.newest.accept();
  expect(outdated()).toBe(false);
  await FakeWebSocket.newest.answer("subscribe", "old_page");
  expect(outdated()).toBe(true);
  expect(listener.refusals).toEqual(["old_page"]);
  expect(FakeWebSocket.created).toHaveLength(1);
});

test("a topic that two parts of the page follow is left with the last of them", () => {
  const page = new PageSocket();
  page.subscribe(() => JOB, recorder());
  const first = page.subscribe(() => GAME, recorder());
  const second = page.subscribe(() => ({ ...GAME, after: 7 }) as Topic, recorder());
  const socket = FakeWebSocket.newest;
  socket.accept();
  first.close();
  expect(commands(socket).map(([type]) => type)).not.toContain("unsubscribe");
  second.close();
  expect(commands(socket).map(([type]) => type)).toContain("unsubscribe");
});

test("ready() resolves when the server has answered the subscription", async () => {
  const page = new PageSocket();
  const subscription = page.subscribe(() => GAME, recorder());
  let ready = false;
  void subscription.ready().then(() => (ready = true));
  FakeWebSocket.newest.accept();
  await vi.advanceTimersByTimeAsync(0);
  expect(ready).toBe(false);
  await FakeWebSocket.newest.answer("subscribe");
  expect(ready).toBe(true);
});

test("after a broken connection the page subscribes again, after the last event received", async () => {
  const page = new PageSocket();
  const listener = recorder();
  let last = 4;
  page.subscribe(() => ({ type: "game", id: "g", after: last }), listener);
  const first = FakeWebSocket.newest;
  first.accept();
  await first.answer("subscribe");
  last = 9;
  first.close();
  expect(FakeWebSocket.created).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(FakeWebSocket.created).toHaveLength(2);
  FakeWebSocket.newest.accept();
  expect(commands(FakeWebSocket.newest)).toEqual([["subscribe", { type: "game", id: "g", after: 9 }]]);
  expect(listener.states).toEqual(["opening", "open", "broken", "opening", "open"]);
});

test("the delay before a reconnection grows to at most 15 seconds, and not beyond", async () => {
  vi.spyOn(Math, "random").mockReturnValue(0.5); // the delay is not varied
  const page = new PageSocket();
  page.subscribe(() => GAME, recorder());
  for (const delay of [500, 1000, 2000, 4000, 8000, 15_000, 15_000]) {
    const opened = FakeWebSocket.created.length;
    FakeWebSocket.newest.close();
    await vi.advanceTimersByTimeAsync(delay - 1);
    expect(FakeWebSocket.created).toHaveLength(opened);
    await vi.advanceTimersByTimeAsync(1);
    expect(FakeWebSocket.created).toHaveLength(opened + 1);
  }
});

test("a subscription that the server refuses is reported, and not tried again", async () => {
  const page = new PageSocket();
  const listener = recorder();
  page.subscribe(() => GAME, listener);
  FakeWebSocket.newest.accept();
  await FakeWebSocket.newest.answer("subscribe", "not_found");
  expect(listener.refusals).toEqual(["not_found"]);
  expect(FakeWebSocket.created).toHaveLength(1);
});

test("a subscription refused for too many requests is tried again on another connection", async () => {
  const page = new PageSocket();
  const listener = recorder();
  page.subscribe(() => GAME, listener);
  FakeWebSocket.newest.accept();
  await FakeWebSocket.newest.answer("subscribe", "slow_down");
  expect(FakeWebSocket.newest.closed).toBe(true);
  await vi.advanceTimersByTimeAsync(1000);
  expect(FakeWebSocket.created).toHaveLength(2);
  expect(listener.refusals).toEqual([]);
});

test("a command resolves with its answer, and rejects if it is refused or the connection breaks", async () => {
  const page = new PageSocket();
  const subscription = page.subscribe(() => GAME, recorder());
  await expect(subscription.send({ type: "resign" })).rejects.toMatchObject({ code: "offline" });
  const socket = FakeWebSocket.newest;
  socket.accept();

  const done = subscription.send({ type: "move" });
  await socket.answer("move");
  await expect(done).resolves.toBeUndefined();

  const refused = expect(subscription.send({ type: "move" })).rejects.toEqual(new Refused("illegal", null));
  await socket.answer("move", "illegal");
  await refused;

  const broken = expect(subscription.send({ type: "move" })).rejects.toMatchObject({ code: "offline" });
  socket.close();
  await broken;
});

test("a connection that does not answer a ping is replaced", async () => {
  const page = new PageSocket();
  page.subscribe(() => GAME, recorder());
  const socket = FakeWebSocket.newest;
  socket.accept();
  await socket.answer("subscribe");
  await vi.advanceTimersByTimeAsync(25_000);
  expect(socket.sent.at(-1)?.type).toBe("ping");
  await vi.advanceTimersByTimeAsync(8_000 + 1_000);
  expect(socket.closed).toBe(true);
  expect(FakeWebSocket.created).toHaveLength(2);
});

test("closing a subscription unsubscribes; closing the last one closes the socket for good", async () => {
  const page = new PageSocket();
  const listener = recorder();
  const game = page.subscribe(() => GAME, listener);
  const job = page.subscribe(() => JOB, recorder());
  const socket = FakeWebSocket.newest;
  socket.accept();
  game.close();
  expect(commands(socket).at(-1)).toEqual(["unsubscribe", GAME]);
  socket.receive({ topic: { type: "game", id: "g" }, type: "update", game: "g" });
  expect(listener.messages).toEqual([]);
  expect(socket.closed).toBe(false);
  job.close();
  expect(socket.closed).toBe(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(FakeWebSocket.created).toHaveLength(1);
});

test("the session is requested again when it has ended", async () => {
  const requested: string[] = [];
  vi.stubGlobal("fetch", (path: string) => {
    requested.push(path);
    return Promise.resolve(new Response('{"guest": "g", "csrf": "c", "version": "0", "account": null}'));
  });
  const page = new PageSocket();
  page.subscribe(() => GAME, recorder());
  FakeWebSocket.newest.accept();
  FakeWebSocket.newest.close(1006);
  expect(requested).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_000);
  FakeWebSocket.newest.accept();
  FakeWebSocket.newest.close(4401);
  expect(requested).toEqual(["/api/session"]);
});

test("a page that came by https opens its socket by wss, others by ws", () => {
  for (const [page, socket] of [
    ["https://example.org/game/x", "wss://example.org/api/socket?version=2"],
    ["http://127.0.0.1:8123/", "ws://127.0.0.1:8123/api/socket?version=2"],
  ] as const) {
    vi.stubGlobal("location", new URL(page));
    new PageSocket().subscribe(() => GAME, recorder());
    expect(FakeWebSocket.newest.url).toBe(socket);
  }
});

test("the socket is opened when the session is known, so that the server knows whose it is", async () => {
  let answer: (response: Response) => void = () => undefined;
  vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => (answer = resolve)));
  const page = new PageSocket();
  const session = reopenSession();
  const [game, job] = [recorder(), recorder()];
  page.subscribe(() => GAME, game);
  page.subscribe(() => JOB, job);
  expect(FakeWebSocket.created).toEqual([]);
  answer(Response.json({ guest: "a", csrf: "b", version: "1", account: null }));
  await session;
  expect(FakeWebSocket.created).toHaveLength(1);
  expect([game.states, job.states]).toEqual([["opening"], ["opening"]]);
  FakeWebSocket.newest.accept();
  expect(commands(FakeWebSocket.newest)).toHaveLength(2);
});

test("the socket is opened without a session that cannot be had", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError()));
  const page = new PageSocket();
  const session = reopenSession();
  page.subscribe(() => JOB, recorder());
  await expect(session).rejects.toThrow();
  await vi.advanceTimersByTimeAsync(0);
  expect(FakeWebSocket.created).toHaveLength(1);
});
