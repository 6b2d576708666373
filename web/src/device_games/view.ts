// The state of a game on this device in the types of the wire, as komadai.server.games.views has it.

import type { Clocks, Color, Game, GameSummary, Impasse, Move, Player, Result, Text } from "../api/types";
import { nameInKey } from "../api/variant_key";
import { findKing, parseSfen } from "../board/sfen";
import type { PositionFound } from "../core/game_messages";
import type { Side } from "../core/module";
import { resultText, type GameData } from "./data";
import type { StoredGame } from "./game_db";
import { GameMachine } from "./game_machine";

/** The conditions of an impasse are shown if the king is this many ranks, or fewer, from the far edge. */
const IMPASSE_SHOWN_FROM = 4;

export const colorOf = (side: Side): Color => (side === 0 ? "black" : "white");
export const sideOf = (color: Color): Side => (color === "black" ? 0 : 1);

export const isHandicap = (game: GameMachine): boolean => game.settings.handicap !== "even";

/** The options in the key of a variant. */
export function optionsIn(key: string): Record<string, string> {
  const [, written = ""] = key.split(":");
  return Object.fromEntries(
    written === "" ? [] : written.split(",").map((each) => each.split("=") as [string, string]),
  );
}

/** The rule of the impasse, with the points that are credited to the giver of a handicap; null without one. */
export function impasseRule(game: GameMachine, data: GameData) {
  const { variant, impasse: rule, start_sfen } = game.settings;
  if (variant !== "shogi" || rule === "none") return null;
  const start = data.handicaps.find(({ sfen }) => sfen === start_sfen);
  return { rule, compensation: [0, start?.compensation ?? 0] as const };
}

const person = (name: Text): Player => ({
  ...{ name, kind: "person", level: null, account: null, rank: null, rating: null, change: null },
  ...{ program: false, bot: false },
});

function playerOf(game: GameMachine, color: Color, data: GameData): Player {
  const player = game.player(color);
  if (game.bothPersons) return person(data.sides[sideOf(color)]);
  if (player?.type !== "engine") return person(data.you);
  const level = player.level ?? 1;
  return { ...person(data.computer[level - 1] ?? data.you), kind: "computer", level };
}

function clocksOf(game: GameMachine, now: number): Clocks | null {
  const { clock } = game;
  if (clock === null) return null;
  const running = clock.running ? clock.turn : null;
  return {
    running,
    black: clock.face("black", now),
    white: clock.face("white", now),
    wait_ms: running === null || clock.since === null ? 0 : Math.max(0, clock.since - now),
  };
}

export function resultOf(game: GameMachine, data: GameData): Result | null {
  const { ending } = game;
  if (ending === null) return null;
  const { winner, termination, infraction } = ending;
  const text = game.isInterrupted ? data.engine_failed : resultText(data, ending, isHandicap(game));
  return { winner, termination, infraction, text, word: game.resignedWith };
}

function impasseOf(game: GameMachine, found: PositionFound, you: Color, data: GameData): Impasse | null {
  const rule = impasseRule(game, data)?.rule;
  if (found.impasse === null || rule === undefined) return null;
  const rank = findKing(parseSfen(found.sfen), you) % 9;
  if ((you === "black" ? rank + 1 : 9 - rank) > IMPASSE_SHOWN_FROM) return null;
  const { conditions, allPoints, entered } = found.impasse;
  const { by } = data.impasse[rule] ?? { by: null };
  if (by === "agreement") {
    const both = Object.entries({ king_in_zone: entered.own, opponents_king_in_zone: entered.other });
    return {
      ...{ rule, points: allPoints, need: null },
      can_declare: found.turn === sideOf(you) && entered.own && entered.other,
      conditions: both.map(([key, met]) => ({
        ...{ key, met, value: null, need: null },
        text: data.own_conditions[key] ?? { en: key, ja: key },
      })),
    };
  }
  const counted = conditions.find(({ key }) => key === "points");
  return {
    rule,
    can_declare: by === "declaration" && conditions.every(({ met }) => met),
    points: counted?.value ?? allPoints,
    need: counted?.need ?? null,
    conditions: conditions.map((each) => ({
      ...each,
      text: data.conditions[each.key] ?? { en: each.key, ja: each.key },
    })),
  };
}

export interface Shown {
  stored: StoredGame;
  game: GameMachine;
  found: PositionFound;
  /** The moves with their texts. */
  moves: readonly Move[];
  thinking: boolean;
  /** Whether it can only be watched here. */
  readOnly: boolean;
  now: number;
}

export function gameView(
  { stored, game, found, moves, thinking, readOnly, now }: Shown,
  data: GameData,
): Game {
  const { settings } = game;
  const you = readOnly ? null : game.bothPersons ? "black" : game.person;
  const moves_ = moves.map((move, index) => ({ ...move, ms: game.moves[index]?.ms ?? 0 }));
  const mayMove = !readOnly && game.personsTurn;
  return {
    id: stored.id,
    event: game.count,
    created: new Date(stored.created_ms).toISOString(),
    variant: nameInKey(settings.variant),
    options: optionsIn(settings.variant),
    touch_move: game.touchMove,
    you,
    both: !readOnly && game.bothPersons,
    recorded: false,
    visibility: "private",
    rated: false,
    unrated_reason: null,
    consent: false,
    black: playerOf(game, "black", data),
    white: playerOf(game, "white", data),
    handicap: settings.handicap,
    start_sfen: settings.start_sfen,
    clock: settings.clock,
    days: 0,
    impasse: settings.impasse,
    illegal: settings.illegal,
    take_back: settings.take_back,
    furigoma: game.throws,
    moves: moves_,
    position: {
      sfen: found.sfen,
      turn: colorOf(found.turn),
      legal: mayMove ? found.legal : [],
      check: found.check,
      last: game.moves.at(-1)?.usi ?? null,
      impasse:
        you !== null && !game.bothPersons && game.ending === null ? impasseOf(game, found, you, data) : null,
    },
    clocks: clocksOf(game, now),
    status: game.ending === null ? "playing" : "finished",
    result: resultOf(game, data),
    thinking,
    offers: [],
    can_abort: false,
    first_move_ms: null,
    forfeits: [],
    attendance: null,
    replay_draws: false,
    replays_a_draw: false,
    formal_resignation: false,
    analyses: [],
    mated: null,
    adjourned: null,
    resting: [],
    conditional: [],
    head_to_head: null,
    rematch_of: stored.rematch_of,
    next: stored.next,
  };
}

/** A row of the list of games. */
export function gameSummary(stored: StoredGame, data: GameData): GameSummary {
  const game = new GameMachine(stored.log);
  return {
    id: stored.id,
    created: new Date(stored.created_ms).toISOString(),
    variant: nameInKey(game.settings.variant),
    options: optionsIn(game.settings.variant),
    you: game.bothPersons ? "black" : (game.person ?? "black"),
    both: game.bothPersons,
    black: playerOf(game, "black", data),
    white: playerOf(game, "white", data),
    handicap: game.settings.handicap,
    plies: game.moves.length,
    status: game.ending === null ? "playing" : "finished",
    result: resultOf(game, data),
    sfen: stored.sfen,
    days: 0,
    your_turn: false,
    left_ms: null,
    adjourned: false,
    resume: null,
  };
}

/** The clock as a search takes it: main times, one period of byoyomi, increments; see komadai.engine.pool. */
export function clockLimits(game: GameMachine, now: number, untimedMs: number) {
  const { clock } = game;
  if (clock === null) return { btime: 0, wtime: 0, byoyomi: untimedMs };
  const faces = { black: clock.face("black", now), white: clock.face("white", now) };
  const main = (color: Color): number => (faces[color].phase === "main" ? faces[color].remaining_ms : 0);
  const own = faces[game.turn];
  const gain = own.increment_ms;
  const byoyomi = own.phase === "main" ? own.byoyomi_ms : own.remaining_ms;
  return {
    btime: main("black"),
    wtime: main("white"),
    ...(byoyomi > 0 || gain === 0 ? { byoyomi } : {}),
    ...(gain > 0 ? { binc: gain, winc: gain } : {}),
  };
}
