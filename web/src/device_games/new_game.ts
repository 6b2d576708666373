// A new game on this device: its settings are checked, the pawns tossed, the log begun.

import type { Color, NewGame, Text } from "../api/types";
import { otherOptions, variantKey } from "../api/variant_key";
import { textOf } from "../core/texts";
import type { VariantData } from "../core/game_messages";
import type { Pawn } from "../play/furigoma";
import { newId } from "../state/new_id";
import { loadGameData, loadVariantData, type GameData } from "./data";
import type { Created, GameEvent, Participant } from "./events";
import { CoreFailure, type GameCore } from "./game_core";
import type { GameStore, StoredGame } from "./game_db";
import { GameMachine } from "./game_machine";
import { deviceGameTexts } from "./texts";

/** Where games are made. */
export interface Places {
  store: GameStore;
  core: GameCore;
  now: () => number;
}

/** A setting is wrong, in words. */
export class SettingRefused extends Error {
  constructor(
    readonly field: string,
    readonly text: Text,
  ) {
    super(text.en);
  }
}

/** Creates a game and returns its id. Throws a SettingRefused, or a StoreError if it could not be kept. */
export async function createGame(given: NewGame, places: Places): Promise<string> {
  const data = await loadGameData();
  const {
    variant = "shogi",
    options = {},
    touch_move = false,
    clock = null,
    level = 1,
    both = false,
  } = given;
  const standard = await loadVariantData(variant);
  const key = variantKey(
    variant,
    otherOptions(
      Object.entries(standard?.defaults ?? {}).map(([name, value]) => ({ name, default: value })),
      options,
    ),
  );
  const { sfen, handicap } = await start(given, await loadVariantData(key), data, places.core);
  const engine: Participant = { type: "engine", name: "komadai", level };
  const person: Participant = { type: "person" };
  const side = both ? "black" : (given.side ?? "furigoma");
  const created: Created = {
    type: "created/2",
    at: places.now(),
    players: both ? [person, person] : side === "white" ? [engine, person] : [person, engine],
    colors: side === "furigoma" ? "furigoma" : "fixed",
    handicap,
    start_sfen: sfen,
    clock: clock === null ? null : { byoyomi_ms: 0, periods: 1, increment_ms: 0, ...clock },
    impasse: given.impasse ?? "27-point",
    illegal: given.illegal ?? "refuse",
    take_back: given.take_back ?? true,
    max_moves: null,
    variant: key,
  };
  return begin(created, touch_move, null, data, places);
}

/** The id of the game that follows a finished one, with the colours exchanged; the same one if it is there already. */
export async function rematchOf(stored: StoredGame, game: GameMachine, places: Places): Promise<string> {
  if (stored.next !== null && (await places.store.load(stored.next)) !== null) return stored.next;
  const players = (["white", "black"] as const).map((color: Color) => game.player(color)) as [
    Participant,
    Participant,
  ];
  const created: Created = { ...game.settings, at: places.now(), players, colors: "fixed" };
  const id = await begin(created, game.touchMove, stored.id, await loadGameData(), places);
  await places.store.save({ ...stored, next: id }, stored.log.length);
  return id;
}

async function begin(
  created: Created,
  touchMove: boolean,
  rematch_of: string | null,
  data: GameData,
  { store }: Places,
): Promise<string> {
  await store.check();
  const { at } = created;
  const log: GameEvent[] = [created, ...(touchMove ? [{ type: "touch_move", at } as const] : [])];
  let game = new GameMachine(log);
  while (game.colors === null) {
    log.push(...game.throwPawns(toss(data.pawn_on_its_side), at));
    game = new GameMachine(log);
  }
  const id = newId();
  await store.save({ id, created_ms: at, log, sfen: created.start_sfen, rematch_of, next: null }, 0);
  return id;
}

/** The start position, and the key of the handicap. */
async function start(
  { sfen = null, handicap = "even" }: NewGame,
  variant: VariantData | null,
  data: GameData,
  core: GameCore,
): Promise<{ sfen: string; handicap: string }> {
  const given = sfen?.trim().replace(/^sfen\s+/, "") ?? "";
  const setup = variant?.sfen ?? data.handicaps.find(({ key }) => key === handicap)?.sfen ?? "";
  const game = { variant, start_sfen: given === "" ? setup : given, moves: [] };
  try {
    // Also of a setup: whether the core can be used at all is said before the game begins.
    const found = await core.position({ kind: "position", game, known: 0, handicap: false, impasse: null });
    if (given === "") return { sfen: setup, handicap };
    if (found.end !== null || found.legal.length === 0)
      throw new SettingRefused("sfen", deviceGameTexts.gameIsOver);
    const known = variant === null ? data.handicaps.find((each) => each.sfen === found.sfen) : undefined;
    return { sfen: found.sfen, handicap: known?.key ?? "even" };
  } catch (error) {
    if (!(error instanceof CoreFailure) || error.code === "broken") throw error;
    throw new SettingRefused("sfen", (await textOf(error.code)) ?? deviceGameTexts.noPosition);
  }
}

const toss = (onItsSide: number): Pawn[] =>
  Array.from({ length: 5 }, () => (random() < onItsSide ? null : random() < 0.5));

/** From 0 to 1, of the device's random numbers. */
const random = (): number => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32;
