// A game on this device: its log is in the browser's database, the core knows the rules and plays.

import type { ChatRights, Color, Game, Move } from "../api/types";
import { nameInKey } from "../api/variant_key";
import { getVariant } from "../api/variants";
import type { Played, PositionFound, PositionTask, VariantData } from "../core/game_messages";
import type { SearchOptions } from "../core/module";
import type { Command, GameSource, OpenGame, RecordForm, Trouble } from "../play/game_source";
import { ShownGame } from "../play/shown_game.svelte";
import { StoreError } from "../state/browser_database";
import { variantSpec } from "../variants/variant_spec";
import { loadGameData, loadKifWords, loadVariantData, type GameData } from "./data";
import type { GameEvent } from "./events";
import { workerCore, CoreFailure, type Asked, type GameCore } from "./game_core";
import { browserGames, changedElsewhere, type GameStore, type StoredGame } from "./game_db";
import { CommandRefused, GameMachine, opponent, type Ending, type Judged } from "./game_machine";
import { createGame, rematchOf } from "./new_game";
import { fileName, formsOf, recordText, type KifWords } from "./record_file";
import { holdGame, type Held } from "./tabs";
import { deviceGameTexts } from "./texts";
import { clockLimits, colorOf, gameView, impasseRule, isHandicap, sideOf } from "./view";

/** The time that is kept back for the worker's delays. */
const MARGIN_MS = 200;
/** The computer may fail so often in a row before the game ends without a result. */
const MAX_FAILURES = 3;
/** `setTimeout` takes no longer time. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** What a game is made of; tests give others. */
export interface Parts {
  store: GameStore;
  core: GameCore;
  hold: (id: string, changed: () => void) => Promise<Held>;
  now: () => number;
}

const PARTS = (): Parts => ({ store: browserGames, core: workerCore(), hold: holdGame, now: Date.now });

export class LocalGame extends ShownGame implements GameSource {
  readonly connection = "open";
  readonly answering = false;
  readonly chat = [];
  readonly preparing = false;
  premove: string | null = null;
  readonly premoves = null;

  private stored: StoredGame | null = null;
  private machine: GameMachine | null = null;
  private data: GameData | null = null;
  private variantData: VariantData | null = null;
  private found: PositionFound | null = null;
  private moves: Move[] = [];
  private held: Held | null = null;
  private readOnly = false;
  private search: Asked<unknown> | null = null;
  private failures = 0;
  private flag: ReturnType<typeof setTimeout> | undefined;
  private closed = false;
  /** The last command: one follows the other. */
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    id: string,
    changed: (before: Game | null, after: Game) => void,
    private readonly parts: Parts = PARTS(),
  ) {
    super(id, changed);
    void this.load();
  }

  async load(): Promise<void> {
    this.failure = null;
    try {
      this.data = await loadGameData();
      this.held ??= await this.parts.hold(this.id, () => void this.inTurn(() => this.reread()));
      await this.inTurn(() => this.reread());
    } catch (error) {
      if (this.closed) return;
      this.failure = "unreachable";
      this.trouble = troubleOf(error, this.data);
      if (this.trouble === null) throw error;
    }
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.flag);
    this.search?.stop();
    // The time stands still while the page is closed.
    void this.inTurn(async () => {
      if (!this.readOnly && this.machine?.clock != null)
        await this.commit(this.machine.pause(this.parts.now()));
    })
      .catch(() => undefined)
      .finally(() => this.held?.release());
    for (const url of this.urls.values()) URL.revokeObjectURL(url);
  }

  reconnect(): void {}

  /** Reads the game from the database: at first, and when another tab has changed it. */
  private async reread(): Promise<void> {
    const { store, now } = this.parts;
    const stored = await store.load(this.id);
    if (stored === null) {
      this.failure = "not-found";
      return;
    }
    this.readOnly = this.held?.isOwn !== true;
    this.notice = this.readOnly ? deviceGameTexts.elsewhere : null;
    const machine = new GameMachine(stored.log);
    const { variant } = machine.settings;
    this.variantData = await loadVariantData(variant);
    if (this.variantData !== null && this.variant === null)
      this.variant = variantSpec(await getVariant(variant).catch(() => getVariant(nameInKey(variant))));
    const kept = this.stored === null ? 0 : sameMoves(this.machine, machine);
    this.stored = stored;
    this.moves = this.moves.slice(0, kept);
    if (this.readOnly) await this.show(machine);
    else {
      this.machine = machine;
      // The browser may have been closed in the middle: the time since the last event that was stored is given back.
      const paused = machine.pause(machine.at);
      const begun = new GameMachine([...stored.log, ...paused]).resume(now());
      await this.commit([...paused, ...begun], null, true);
    }
  }

  // --- commands

  async move(usi: string): Promise<void> {
    this.pending = usi;
    await this.command({ type: "move", usi });
  }

  async command(command: Command): Promise<boolean> {
    const at = this.parts.now();
    this.busy = true;
    this.trouble = null;
    try {
      await this.inTurn(() => this.carryOut(command, at));
      return true;
    } catch (error) {
      this.pending = null;
      this.trouble = troubleOf(error, this.data);
      if (error instanceof StoreError && error.code === "changed") await this.inTurn(() => this.lose());
      if (this.trouble === null) throw error;
      return false;
    } finally {
      this.busy = false;
    }
  }

  private async carryOut(command: Command, at: number): Promise<void> {
    const { machine } = this;
    if (machine === null || this.readOnly) throw changedElsewhere();
    const color = machine.bothPersons ? machine.turn : (machine.person ?? machine.turn);
    switch (command.type) {
      case "move":
        return this.play(color, command.usi, at);
      case "typed":
        return this.play(color, await this.typed(command.text), at);
      case "resign":
        return this.commit(machine.resign(color, at, command.word));
      case "take_back": {
        // Who plays both sides takes back the last move, not the last of the side to move.
        const events = machine.takeBack(machine.bothPersons ? opponent(color) : color, at);
        this.stopSearch();
        return this.commit(events);
      }
      case "declare":
        return this.declare(color, at);
      default:
        throw new CommandRefused(machine.ending === null ? "no_such_offer" : "finished");
    }
  }

  /** Plays a move, by a person or by the computer, if the rules allow it. */
  private async play(color: Color, usi: string, at: number): Promise<void> {
    const machine = this.machine as GameMachine;
    const fall = machine.checkRunning(at);
    if (fall.length > 0) return this.commit(fall);
    const found = await this.parts.core.position(this.task(machine, usi));
    const judged = judgedBy(found);
    const events = machine.move(color, found.usi ?? usi, judged, at);
    await this.commit(events, events[0]?.type === "moved" ? found : null);
  }

  private async typed(text: string): Promise<string> {
    const machine = this.machine as GameMachine;
    const game = this.played(machine);
    const { usi } = await this.parts.core.typed({ kind: "typed", game, text, handicap: isHandicap(machine) });
    if (usi !== null) return usi;
    // A square to a square: a move, though not a legal one.
    if (/^([1-9][a-i]){2}\+?$|^[A-Za-z]\*[1-9][a-i]$/.test(text)) return text;
    throw new CommandRefused("not_a_move", text);
  }

  private async declare(color: Color, at: number): Promise<void> {
    const machine = this.machine as GameMachine;
    const fall = machine.checkRunning(at);
    if (fall.length > 0) return this.commit(fall);
    const data = this.data as GameData;
    const impasse = impasseRule(machine, data);
    const by = data.impasse[impasse?.rule ?? ""]?.by ?? null;
    if (impasse === null || by === null) throw new CommandRefused("cannot_declare");
    if (machine.turn !== color) throw new CommandRefused("not_your_turn");
    const game = this.played(machine);
    const { refused, winner, failed } = await this.parts.core.declare({ kind: "declare", game, impasse, by });
    if (refused !== null) throw new CommandRefused(refused);
    const ended = by === "agreement" ? "impasse_agreed" : "impasse_declaration";
    const termination = failed.length > 0 ? "failed_declaration" : ended;
    const ending = {
      winner: winner === null ? null : colorOf(winner),
      termination,
      infraction: null,
      failed,
    };
    await this.commit(machine.declare(color, ending, at));
  }

  /** Another tab has gone on with the game: here it is only watched. */
  private async lose(): Promise<void> {
    this.held?.release();
    await this.reread();
  }

  // --- the log

  private played(machine: GameMachine, next?: string): Played {
    const moves = machine.moves.map(({ usi }) => usi);
    return {
      variant: this.variantData,
      start_sfen: machine.settings.start_sfen,
      moves: next === undefined ? moves : [...moves, next],
    };
  }

  private task(machine: GameMachine, next?: string): PositionTask {
    const rule = this.data === null ? null : impasseRule(machine, this.data);
    const side = machine.person === null ? null : sideOf(machine.person);
    return {
      kind: "position",
      game: this.played(machine, next),
      known: Math.min(this.moves.length, machine.moves.length),
      handicap: isHandicap(machine),
      impasse: rule === null ? null : { ...rule, side },
    };
  }

  /** Stores the events, and shows the state that they lead to; `found`: its position, if it is known. */
  private async commit(
    events: readonly GameEvent[],
    found: PositionFound | null = null,
    always = false,
  ): Promise<void> {
    const stored = this.stored as StoredGame;
    if (events.length === 0 && !always) return;
    const log = [...stored.log, ...events];
    const machine = new GameMachine(log);
    const kept = sameMoves(this.machine, machine);
    this.moves = this.moves.slice(0, kept);
    found ??= await this.parts.core.position(this.task(machine));
    if (events.length > 0) {
      const next = { ...stored, log, sfen: found.sfen };
      await this.parts.store.save(next, stored.log.length);
      this.stored = next;
      this.held?.tell();
    }
    await this.show(machine, found);
    if (!this.closed) this.goOn();
  }

  private async show(machine: GameMachine, known: PositionFound | null = null): Promise<void> {
    const found = known ?? (await this.parts.core.position(this.task(machine)));
    this.machine = machine;
    this.found = found;
    this.moves = [...this.moves, ...found.moves];
    if (machine.ending !== null && this.words === null) this.words = await loadKifWords();
    this.publish();
  }

  private publish(): void {
    const { stored, machine, found, data } = this;
    if (stored === null || machine === null || found === null || data === null || this.closed) return;
    const thinking = this.search !== null || (!this.readOnly && machine.enginesTurn !== null);
    const shown = { stored, game: machine, found, moves: this.moves, thinking, readOnly: this.readOnly };
    this.take(gameView({ ...shown, now: this.parts.now() }, data));
  }

  /** What follows from a new state: the computer thinks, the flag is watched. */
  private goOn(): void {
    clearTimeout(this.flag);
    const { machine } = this;
    if (machine === null || this.readOnly) return;
    const deadline = machine.clock?.deadline ?? null;
    if (deadline !== null && machine.ending === null) {
      const wait = Math.min(MAX_TIMER_MS, Math.max(0, deadline - this.parts.now()));
      this.flag = setTimeout(() => void this.inTurn(() => this.lookAtFlag()), wait);
    }
    if (machine.enginesTurn === null) this.stopSearch();
    else if (this.search === null) this.think(machine.enginesTurn);
  }

  private async lookAtFlag(): Promise<void> {
    if (this.machine === null || this.machine.ending !== null || this.machine.paused) return;
    const fall = this.machine.tick(this.parts.now());
    if (fall.length > 0) await this.commit(fall);
    else this.goOn();
  }

  // --- the computer

  private think(level: number): void {
    const machine = this.machine as GameMachine;
    const data = this.data as GameData;
    const { count, clock } = machine;
    const now = this.parts.now();
    const search = this.parts.core.reply({
      kind: "reply",
      id: this.id,
      game: this.played(machine),
      options: skill(data, machine, level),
      impasse: impasseRule(machine, data),
      clock: clockLimits(machine, now, data.untimed_ms),
      marginMs: clock === null ? 0 : MARGIN_MS,
      resignValue: data.levels.shogi[level - 1]?.resigns === true ? data.resign_value : null,
      handicap: isHandicap(machine),
    });
    this.search = search;
    search.answer.then(
      ({ does, usi }) => {
        if (this.search !== search) return;
        void this.inTurn(async () => {
          this.search = null;
          if (this.machine?.count !== count) return this.goOn();
          this.failures = 0;
          const at = this.parts.now();
          const color = this.machine.turn;
          if (does === "move") await this.play(color, usi, at);
          else if (does === "resign") await this.commit(this.machine.resign(color, at));
          else await this.declare(color, at);
        }).catch((error: unknown) => this.engineFailed(error));
      },
      (error: unknown) => {
        if (this.search === search) this.engineFailed(error);
      },
    );
  }

  /** Begins again, and at last ends the game. What could not be stored is tried again, too. */
  private engineFailed(error: unknown): void {
    this.search = null;
    if (this.closed) return;
    if (error instanceof StoreError && error.code === "changed") {
      void this.inTurn(() => this.lose());
      return;
    }
    this.failures += 1;
    this.trouble = troubleOf(error, this.data) ?? { code: "engine", text: deviceGameTexts.engineFailed };
    void this.inTurn(async () => {
      const { machine } = this;
      if (machine === null || machine.ending !== null) return;
      if (this.failures < MAX_FAILURES) this.goOn();
      else await this.commit(machine.interrupt(this.parts.now()));
    }).catch(() => undefined);
  }

  private stopSearch(): void {
    const { search } = this;
    this.search = null;
    search?.stop();
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.last.then(work);
    this.last = done.catch(() => undefined);
    return done;
  }

  // --- what only a game of two persons, or a server, has

  loadPremoves = async (): Promise<void> => undefined;
  takePremove = (): null => null;
  goOver = (): Promise<string> => Promise.reject(new CommandRefused("no_such_offer"));
  declineGoingOver = async (): Promise<void> => undefined;
  say = async (): Promise<Trouble> => ({ code: "offline", text: null });
  chatRights = (): Promise<ChatRights> => Promise.reject(new CommandRefused("no_such_offer"));
  event = async (): Promise<null> => null;

  // --- other games

  async rematch(): Promise<string | null> {
    const { stored, machine } = this;
    if (stored === null || machine === null || machine.ending === null) throw new CommandRefused("playing");
    const next = await rematchOf(stored, machine, this.parts);
    this.stored = { ...stored, next };
    return next;
  }

  async studyFrom(sfen: string): Promise<string> {
    const { variant, options: chosen } = this.game ?? { variant: "shogi", options: {} };
    const game = { variant, options: chosen, sfen, both: true, side: "black", impasse: "none" } as const;
    return createGame(game, this.parts);
  }

  // --- the record

  private words = $state.raw<KifWords | null>(null);
  private readonly urls = new Map<RecordForm, string>();

  /** Known once the game is over, when it can be downloaded. */
  readonly recordForms = $derived(this.words === null ? [] : formsOf(this.game?.variant ?? "shogi"));

  recordUrl(form: RecordForm): string {
    const { game, words } = this;
    if (game === null || words === null) return "";
    const known = this.urls.get(form);
    if (known !== undefined) return known;
    const url = URL.createObjectURL(new Blob([recordText(game, form, words)], { type: "text/plain" }));
    this.urls.set(form, url);
    return url;
  }

  recordName(form: RecordForm): string {
    return fileName(this.id, form);
  }
}

/** How many moves both have from the start. */
function sameMoves(one: GameMachine | null, other: GameMachine): number {
  const first = one?.moves ?? [];
  const at = first.findIndex(({ usi }, index) => usi !== other.moves[index]?.usi);
  return at < 0 ? first.length : at;
}

function judgedBy({ infraction, end }: PositionFound): Judged {
  const ending: Ending | null =
    end === null
      ? null
      : {
          winner: end.winner === null ? null : colorOf(end.winner),
          termination: end.termination,
          ...{ infraction: null, failed: [] },
        };
  return { infraction, ending: infraction === null ? ending : null };
}

/** The options of a level, with a little noise in the first moves, so that games differ. */
function skill(data: GameData, machine: GameMachine, level: number): SearchOptions {
  const seed = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  if (machine.settings.variant !== "shogi") {
    const found = data.levels.variants[level - 1] as SearchOptions & { number?: number };
    const { depth = 0, nodes = 0, exchanges = -1, overlook = 0, noise = 0 } = found;
    return { depth, nodes, exchanges, overlook, noise, seed };
  }
  const found = data.levels.shogi[level - 1]?.options ?? {};
  const first = machine.moves.length < data.variety.plies;
  return { ...found, seed, noise: Math.max(found.noise ?? 0, first ? data.variety.noise : 0) };
}

/** A refusal in words; null: an error of the program. */
function troubleOf(error: unknown, data: GameData | null): Trouble | null {
  if (error instanceof StoreError) return { code: error.code, text: error.text };
  if (error instanceof CoreFailure) return { code: error.code, text: deviceGameTexts.coreMissing };
  if (!(error instanceof CommandRefused)) return null;
  if (error.code === "not_a_move") {
    const fill = (text: string): string => text.replace("{text}", error.about ?? "");
    const { en, ja } = deviceGameTexts.notAMove;
    return { code: error.code, text: { en: fill(en), ja: fill(ja) } };
  }
  const text = data?.refusals[error.code] ?? null;
  const why = data?.infractions[error.about ?? ""];
  if (text === null || why === undefined) return { code: error.code, text };
  return {
    code: error.code,
    text: { en: text.en.replace("{why}", why.en), ja: text.ja.replace("{why}", why.ja) },
  };
}

export const openLocalGame: OpenGame = (id, changed) => new LocalGame(id, changed);
