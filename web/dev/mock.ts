// A stand-in for the server during work on the page: one fixture game with the real messages.
// It knows no rules: Black must play the fixture's moves, White answers with them. Never shipped.
//
// /game/new starts it, /game/demo is in the middle, /game/urgent in byoyomi, /game/won finished.

import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Plugin } from "vite";
import { WebSocketServer, type WebSocket } from "ws";
import type {
  ClockFace,
  Command,
  Game,
  GameCommand,
  Move,
  Options,
  Player,
  Position,
  ServerMessage,
} from "../src/api/types.ts";

interface Fixture {
  moves: Move[];
  legal: string[][];
}

const fixture = JSON.parse(readFileSync(new URL("fixture.json", import.meta.url), "utf8")) as Fixture;
const START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
const both = (text: string) => ({ en: text, ja: text });

const nobody = { program: false, bot: false, account: null, rank: null, rating: null, change: null };
const person: Player = { name: { en: "Guest", ja: "ゲスト" }, kind: "person", level: null, ...nobody };
const computer: Player = {
  name: { en: "Komadai 3 kyu", ja: "駒台 3級" },
  kind: "computer",
  level: 13,
  ...nobody,
};

const options: Options = {
  levels: Array.from({ length: 15 }, (_, n) => ({
    level: n + 1,
    name: n === 14 ? { en: "1 dan", ja: "初段" } : { en: `${15 - n} kyu`, ja: `${15 - n}級` },
    rating: n * 100,
  })),
  engines: ["komadai"],
  handicaps: [
    { key: "even", name: { en: "Even", ja: "平手" }, sfen: START, ranks: null, rated: true },
    {
      key: "two-piece",
      name: { en: "Two-piece", ja: "二枚落ち" },
      sfen: "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
      ranks: { en: "six or seven ranks", ja: "6〜7段級差" },
      rated: true,
    },
  ],
  phrases: [{ key: "onegai", text: { en: "Onegai shimasu", ja: "お願いします" } }],
  impasse_rules: [{ key: "27-point", name: { en: "27-point declaration", ja: "27点法" } }],
};

const PLIES: Record<string, number> = { new: 0, demo: 24, urgent: 24, won: 27 };

class MockGame {
  readonly sockets = new Set<WebSocket>();
  private event = 1;
  private ply: number;

  constructor(readonly id: string) {
    this.ply = PLIES[id] ?? 0;
  }

  private position(): Position {
    const last = fixture.moves[this.ply - 1];
    return {
      sfen: last?.sfen ?? START,
      turn: this.ply % 2 === 0 ? "black" : "white",
      legal: this.ply % 2 === 0 && this.id !== "won" ? (fixture.legal[this.ply] ?? []) : [],
      check: [],
      last: last?.usi ?? null,
      impasse:
        this.id !== "urgent"
          ? null
          : {
              rule: "27-point",
              can_declare: false,
              points: 9,
              need: 28,
              conditions: [
                { key: "not_in_check", met: true, value: null, need: null, text: both("Not in check") },
                { key: "king_in_zone", met: false, value: null, need: null, text: both("King in the zone") },
                { key: "pieces_in_zone", met: false, value: 3, need: 10, text: both("Pieces in the zone") },
                { key: "points", met: false, value: 9, need: 28, text: both("Points") },
              ],
            },
    };
  }

  private clocks(): Game["clocks"] {
    const face = (remaining_ms: number, phase: ClockFace["phase"]): ClockFace => ({
      phase,
      remaining_ms,
      periods: 3,
      byoyomi_ms: 30_000,
      increment_ms: 0,
    });
    const urgent = this.id === "urgent";
    return {
      wait_ms: 0,
      running: this.id === "won" ? null : this.ply % 2 === 0 ? "black" : "white",
      black: urgent ? face(12_000, "byoyomi") : face(598_000, "main"),
      white: face(761_000, "main"),
    };
  }

  whole(): Game {
    return {
      id: this.id,
      event: this.event,
      created: new Date().toISOString(),
      variant: "shogi",
      options: {},
      touch_move: false,
      both: false,
      recorded: false,
      visibility: "unlisted",
      rated: false,
      unrated_reason: null,
      consent: false,
      days: 0,
      resting: [],
      conditional: [],
      offers: [],
      can_abort: false,
      first_move_ms: null,
      forfeits: [],
      attendance: null,
      you: "black",
      black: person,
      white: computer,
      handicap: "even",
      start_sfen: START,
      clock: { main_ms: 900_000, byoyomi_ms: 30_000, periods: 3, increment_ms: 0 },
      impasse: "27-point",
      illegal: "refuse",
      take_back: true,
      furigoma: this.id.startsWith("furigoma")
        ? [
            [true, false, null, true, false],
            [true, false, true, true, null],
          ]
        : [],
      moves: fixture.moves.slice(0, this.ply),
      position: this.position(),
      clocks: this.clocks(),
      status: this.id === "won" ? "finished" : "playing",
      result:
        this.id === "won"
          ? {
              winner: "black",
              termination: "resignation",
              infraction: null,
              word: null,
              text: { en: "White resigned after 27 moves.", ja: "27手で後手が投了" },
            }
          : null,
      thinking: this.ply % 2 === 1,
      replay_draws: false,
      replays_a_draw: false,
      formal_resignation: false,
      analyses: [],
      mated: null,
      adjourned: null,
      head_to_head: null,
      rematch_of: null,
      next: null,
    };
  }

  join(socket: WebSocket): void {
    this.sockets.add(socket);
    this.sendTo(socket, { type: "game", game: this.whole() });
  }

  hear(socket: WebSocket, message: GameCommand): void {
    const answer = (text: ServerMessage): void => socket.send(JSON.stringify(text));
    const re = message.id;
    const next = fixture.moves[this.ply];
    if (message.type === "move" && message.usi !== next?.usi) {
      answer({
        type: "error",
        re,
        code: "illegal",
        message: both(`The fixture plays ${next?.usi ?? "no more"}.`),
      });
      return;
    }
    answer({ type: "done", re });
    if (message.type === "move" || message.type === "typed") {
      this.advance();
      setTimeout(() => this.advance(), 900);
    } else if (message.type === "take_back") {
      this.ply = Math.max(0, this.ply - 2);
      this.tell(this.ply, []);
    }
  }

  private advance(): void {
    const move = fixture.moves[this.ply];
    if (move === undefined) return;
    this.ply += 1;
    this.tell(this.ply - 1, [move]);
  }

  private tell(keep: number, moves: Move[]): void {
    this.event += 1;
    const { position, clocks, status, result, thinking } = this.whole();
    const message: ServerMessage = {
      type: "update",
      game: this.id,
      event: this.event,
      keep,
      moves,
      analyses: [],
      position,
      clocks,
      status,
      result,
      thinking,
      offers: [],
      can_abort: false,
      attendance: null,
      mated: null,
      resting: [],
      conditional: [],
      adjourned: null,
      next: null,
      notice: null,
    };
    for (const socket of this.sockets) this.sendTo(socket, message);
  }

  /** Sends a message of this game's topic. */
  private sendTo(socket: WebSocket, message: ServerMessage): void {
    socket.send(JSON.stringify({ topic: { type: "game", id: this.id }, ...message }));
  }
}

export function mock(): Plugin {
  const games = new Map<string, MockGame>();
  const find = (id: string): MockGame => {
    const game = games.get(id) ?? new MockGame(id);
    games.set(id, game);
    return game;
  };

  function answer(request: IncomingMessage, response: ServerResponse, next: () => void): void {
    const path = (request.url ?? "").split("?")[0] ?? "";
    const send = (status: number, body: unknown): void => {
      response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
    };
    const id = /^\/api\/games\/([^/]+)$/.exec(path)?.[1];
    if (path === "/api/session") send(200, { guest: "mock", csrf: "mock", version: "0" });
    else if (path === "/api/options") send(200, options);
    else if (path === "/api/games" && request.method === "POST") send(201, { id: `furigoma${games.size}` });
    else if (path === "/api/games") {
      const list = ["demo", "won", "new"].map((name) => {
        const { handicap, created, you, black, white, moves, status, result, position } = find(name).whole();
        return {
          id: name,
          created,
          you,
          black,
          white,
          handicap,
          plies: moves.length,
          status,
          result,
          sfen: position.sfen,
        };
      });
      send(200, { games: list, next: null });
    } else if (id === "nowhere") {
      send(404, { error: { code: "not_found", message: both("No such game."), field: null } });
    } else if (id !== undefined) send(200, find(id).whole());
    else if (path.endsWith("/rematch")) send(201, { id: `again${games.size}` });
    else next();
  }

  function serve(socket: WebSocket): void {
    socket.on("close", () => games.forEach((game) => game.sockets.delete(socket)));
    socket.on("message", (data) => {
      const message = JSON.parse(String(data)) as Command;
      const done = (): void => socket.send(JSON.stringify({ type: "done", re: message.id }));
      if (message.type === "ping") done();
      else if (message.type === "subscribe" || message.type === "unsubscribe") {
        const game = find(message.topic.id ?? "");
        if (message.type === "subscribe") game.join(socket);
        else game.sockets.delete(socket);
        done();
      } else if (message.type !== "pong") find(message.game).hear(socket, message);
    });
  }

  return {
    name: "komadai-mock",
    configureServer(server) {
      server.middlewares.use(answer);
      const sockets = new WebSocketServer({ noServer: true });
      server.httpServer?.on("upgrade", (request: IncomingMessage, socket, head) => {
        if (request.url?.split("?")[0] === "/api/socket") sockets.handleUpgrade(request, socket, head, serve);
      });
    },
  };
}
