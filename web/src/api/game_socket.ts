// The WebSocket of one game. It reconnects with growing delays, and asks each time for the events
// after the last one received.

import { liveUrl, type Command, type ServerMessage, type Text } from "./wire";

export type SocketState = "opening" | "open" | "broken";

export interface Listener {
  message: (message: ServerMessage) => void;
  state: (state: SocketState) => void;
}

export class Refused extends Error {
  constructor(
    readonly code: string,
    readonly text: Text | null,
  ) {
    super(code);
  }
}

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 15_000;
/** Milliseconds without a message before a ping is sent. */
const SILENCE = 25_000;
const ANSWER_TIME = 8_000;

export class GameSocket {
  private socket: WebSocket | null = null;
  private pause = FIRST_PAUSE;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private watch: ReturnType<typeof setTimeout> | undefined;
  private tag = 0;
  private closed = false;
  private readonly waiting = new Map<string, { done: () => void; failed: (why: Refused) => void }>();
  /** Callbacks of ready(), called once the socket is open and the game's state has arrived. */
  private waiters: (() => void)[] = [];
  private synced = false;

  constructor(
    private readonly game: string,
    private readonly lastEvent: () => number | null,
    private readonly listener: Listener,
  ) {
    addEventListener("online", this.now);
    document.addEventListener("visibilitychange", this.now);
    this.open();
  }

  /** Resolves when the socket is open and the game's present state has arrived; rejects with Refused. */
  ready(): Promise<void> {
    if (this.synced) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiters = this.waiters.filter((one) => one !== go);
        reject(new Refused("offline", null));
      }, ANSWER_TIME);
      const go = (): void => {
        clearTimeout(timer);
        resolve();
      };
      this.waiters.push(go);
    });
  }

  /** Resolves when the server has the command in its database; rejects with Refused. */
  send(command: Command): Promise<void> {
    return this.ask({ ...command, event: this.lastEvent() ?? 0 });
  }

  close(): void {
    this.closed = true;
    removeEventListener("online", this.now);
    document.removeEventListener("visibilitychange", this.now);
    clearTimeout(this.timer);
    clearTimeout(this.watch);
    this.socket?.close();
    this.failAll();
  }

  /** Reconnects at once instead of after the delay. */
  readonly now = (): void => {
    if (this.closed || document.hidden) return;
    if (this.socket === null) this.open();
    else if (this.socket.readyState === WebSocket.OPEN) this.ping();
  };

  private open(): void {
    clearTimeout(this.timer);
    this.listener.state("opening");
    const socket = new WebSocket(liveUrl(this.game, this.lastEvent()));
    this.socket = socket;
    socket.onopen = () => {
      this.pause = FIRST_PAUSE;
      this.listener.state("open");
      this.listen();
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      this.listen();
      this.take(JSON.parse(event.data) as ServerMessage);
    };
    socket.onclose = () => {
      if (this.socket === socket) this.broken();
    };
  }

  private broken(): void {
    this.socket = null;
    this.synced = false;
    clearTimeout(this.watch);
    this.failAll();
    if (this.closed) return;
    this.listener.state("broken");
    this.timer = setTimeout(() => this.open(), this.pause * (0.75 + Math.random() / 2));
    this.pause = Math.min(LONGEST_PAUSE, this.pause * 2);
  }

  private listen(): void {
    clearTimeout(this.watch);
    this.watch = setTimeout(() => this.ping(), SILENCE);
  }

  private ping(): void {
    const socket = this.socket;
    this.ask({ type: "ping" }).catch(() => {
      // No answer: the connection is dead, although no close event has come yet.
      if (this.socket === socket && socket !== null) {
        socket.onclose = null;
        socket.close();
        this.broken();
      }
    });
  }

  private ask(message: object): Promise<void> {
    const socket = this.socket;
    if (socket?.readyState !== WebSocket.OPEN) return Promise.reject(new Refused("offline", null));
    this.tag += 1;
    const id = `c${this.tag}`;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiting.delete(id);
        reject(new Refused("offline", null));
      }, ANSWER_TIME);
      const settle = (end: () => void): void => {
        clearTimeout(timer);
        this.waiting.delete(id);
        end();
      };
      this.waiting.set(id, {
        done: () => settle(resolve),
        failed: (why) => settle(() => reject(why)),
      });
      socket.send(JSON.stringify({ ...message, id }));
    });
  }

  private take(message: ServerMessage): void {
    if (message.type === "done") this.waiting.get(message.re)?.done();
    else if (message.type === "error" && message.re !== null && this.waiting.has(message.re))
      this.waiting.get(message.re)?.failed(new Refused(message.code, message.message));
    else this.listener.message(message);
    if (message.type !== "game" && message.type !== "update") return;
    this.synced = true;
    for (const go of this.waiters.splice(0)) go();
  }

  private failAll(): void {
    for (const { failed } of [...this.waiting.values()]) failed(new Refused("offline", null));
  }
}
