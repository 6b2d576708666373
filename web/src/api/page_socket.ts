// The WebSocket of this page. It is opened with the first subscription and closed with the last one.
// After a broken connection it reconnects with growing delays and subscribes to everything again.

import { reopenSession, sessionRequest } from "./http";
import { setOutdated } from "./outdated.svelte";
import { SOCKET_VERSION, type ServerMessage, type Text, type Topic, type TopicName } from "./types";

/** The server's code for a socket whose session has ended: somebody has logged in or out. */
const SESSION_ENDED = 4401;

/** What the server sends; a message of a subscription with its topic. */
type Frame = ServerMessage & { topic?: TopicName };

export type SocketState = "opening" | "open" | "broken";

/** The callbacks of a subscription. */
export interface Listener {
  /** A message of this topic, or an error that answers no command. */
  message: (message: ServerMessage) => void;
  state: (state: SocketState) => void;
  /** The server refused the subscription itself; it is not tried again. */
  refused?: (why: Refused) => void;
}

/** A command without the fields that the socket adds. */
export type Outgoing = { type: string } & Record<string, unknown>;

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

export class Subscription {
  /** Callbacks of ready(), called once the topic's state has arrived. */
  private waiters: (() => void)[] = [];
  /** Callbacks of send(), called when the connection has ended. */
  private untilBroken: (() => void)[] = [];
  private synced = false;

  constructor(
    private readonly page: PageSocket,
    readonly topic: () => Topic,
    readonly listener: Listener,
  ) {}

  /** Resolves when the socket is open and the topic's present state has arrived; rejects with Refused. */
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

  /**
   * Resolves when the server has executed the command; rejects with Refused. After "session_ended" it waits for
   * the end of the connection, so that ready() then waits for the next one.
   */
  async send(command: Outgoing): Promise<void> {
    try {
      await this.page.ask(command);
    } catch (why) {
      if (why instanceof Refused && why.code === "session_ended" && this.synced)
        await new Promise<void>((resolve) => this.untilBroken.push(resolve));
      throw why;
    }
  }

  /** Reconnects at once instead of after the delay. */
  readonly reconnect = (): void => this.page.now();

  close(): void {
    this.page.remove(this);
  }

  /** Whether this is a subscription to the topic. */
  isTo({ type, id }: Pick<Topic, "type" | "id">): boolean {
    const topic = this.topic();
    return topic.type === type && topic.id === id;
  }

  onSynced(): void {
    this.synced = true;
    for (const go of this.waiters.splice(0)) go();
  }

  onBroken(): void {
    this.synced = false;
    for (const go of this.untilBroken.splice(0)) go();
  }
}

export class PageSocket {
  private socket: WebSocket | null = null;
  /** Whether the socket is opened as soon as the session is known. */
  private waitsForSession = false;
  private pause = FIRST_PAUSE;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private pingTimer: ReturnType<typeof setTimeout> | undefined;
  private tag = 0;
  private readonly subscriptions = new Set<Subscription>();
  private readonly waiting = new Map<string, { done: () => void; failed: (why: Refused) => void }>();

  /** `topic` is called at each connection, so that it can name the last event received. */
  subscribe(topic: () => Topic, listener: Listener): Subscription {
    const subscription = new Subscription(this, topic, listener);
    this.subscriptions.add(subscription);
    if (this.subscriptions.size === 1) {
      addEventListener("online", this.now);
      document.addEventListener("visibilitychange", this.now);
    }
    if (this.socket === null) {
      if (this.waitsForSession) listener.state("opening");
      else this.open();
    } else {
      const open = this.socket.readyState === WebSocket.OPEN;
      listener.state(open ? "open" : "opening");
      if (open) this.start(subscription);
    }
    return subscription;
  }

  remove(subscription: Subscription): void {
    if (!this.subscriptions.delete(subscription)) return;
    if (this.subscriptions.size === 0) this.close();
    else if (!this.follows(subscription.topic()))
      this.ask({ type: "unsubscribe", topic: subscription.topic() }).catch(() => undefined);
  }

  /** Whether there is a subscription to this topic: the server has one for all of them. */
  private follows(topic: Topic): boolean {
    return [...this.subscriptions].some((one) => one.isTo(topic));
  }

  /** Reconnects at once instead of after the delay. */
  readonly now = (): void => {
    if (this.subscriptions.size === 0 || document.hidden) return;
    if (this.socket === null) {
      if (!this.waitsForSession) this.open();
    } else if (this.socket.readyState === WebSocket.OPEN) this.ping();
  };

  /** Resolves when the server has executed the command; rejects with Refused. */
  ask(message: Outgoing): Promise<void> {
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

  private close(): void {
    removeEventListener("online", this.now);
    document.removeEventListener("visibilitychange", this.now);
    clearTimeout(this.timer);
    clearTimeout(this.pingTimer);
    const socket = this.socket;
    this.socket = null;
    this.pause = FIRST_PAUSE;
    socket?.close();
    this.failAll();
  }

  private open(): void {
    clearTimeout(this.timer);
    this.setState("opening");
    const request = sessionRequest();
    if (request === null) {
      this.connect();
      return;
    }
    // The server knows the person of a socket from the cookie that it is opened with.
    this.waitsForSession = true;
    const answered = (): void => {
      this.waitsForSession = false;
      if (this.socket === null && this.subscriptions.size > 0) this.connect();
    };
    request.then(answered, answered);
  }

  private connect(): void {
    const socket = new WebSocket(socketUrl());
    this.socket = socket;
    socket.onopen = () => {
      if (this.socket !== socket) return;
      this.pause = FIRST_PAUSE;
      this.setState("open");
      this.restartPingTimer();
      for (const subscription of this.subscriptions) this.start(subscription);
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      if (this.socket !== socket) return;
      this.restartPingTimer();
      this.dispatch(JSON.parse(event.data) as Frame);
    };
    socket.onclose = (event) => {
      // The cookie is new already; the CSRF token must be requested again.
      if (event.code === SESSION_ENDED) void reopenSession().catch(() => undefined);
      if (this.socket === socket) this.broken();
    };
  }

  private start(subscription: Subscription): void {
    this.ask({ type: "subscribe", topic: subscription.topic() }).then(
      () => subscription.onSynced(),
      (why: unknown) => {
        // "offline" and "slow_down" are tried again; any other answer is final.
        if (!(why instanceof Refused) || !this.subscriptions.has(subscription)) return;
        if (why.code === "session_ended") return; // the server is about to close the socket
        if (why.code === "old_page") setOutdated();
        if (why.code === "slow_down" || why.code === "offline") this.restart();
        else subscription.listener.refused?.(why);
      },
    );
  }

  /** Drops a connection that does not work, and opens another one. */
  private restart(): void {
    const socket = this.socket;
    if (socket === null) return;
    socket.onclose = null;
    socket.close();
    this.broken();
  }

  private broken(): void {
    this.socket = null;
    clearTimeout(this.pingTimer);
    for (const subscription of this.subscriptions) subscription.onBroken();
    this.failAll();
    if (this.subscriptions.size === 0) return;
    this.setState("broken");
    this.timer = setTimeout(() => this.open(), this.pause * (0.75 + Math.random() / 2));
    this.pause = Math.min(LONGEST_PAUSE, this.pause * 2);
  }

  private restartPingTimer(): void {
    clearTimeout(this.pingTimer);
    this.pingTimer = setTimeout(() => this.ping(), SILENCE);
  }

  private ping(): void {
    const socket = this.socket;
    this.ask({ type: "ping" }).catch(() => {
      // No answer: the connection is dead, although no close event has come yet.
      if (this.socket === socket) this.restart();
    });
  }

  private dispatch(message: Frame): void {
    if (message.type === "ping") {
      // At once: the server measures the delay of the network by it.
      const { game, number } = message;
      this.socket?.send(JSON.stringify({ type: "pong", id: "pong", game, number }));
    } else if (message.type === "done") {
      this.waiting.get(message.re)?.done();
    } else if (message.type === "error" && message.re !== null) {
      this.waiting.get(message.re)?.failed(new Refused(message.code, message.message));
    } else {
      const { topic } = message;
      for (const subscription of [...this.subscriptions])
        if (topic === undefined || subscription.isTo(topic)) subscription.listener.message(message);
    }
  }

  private setState(state: SocketState): void {
    for (const { listener } of this.subscriptions) listener.state(state);
  }

  private failAll(): void {
    for (const { failed } of [...this.waiting.values()]) failed(new Refused("offline", null));
  }
}

function socketUrl(): string {
  const address = new URL("/api/socket", location.href);
  address.searchParams.set("version", String(SOCKET_VERSION));
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  return address.href;
}

/** The socket of this page. */
export const pageSocket = new PageSocket();
