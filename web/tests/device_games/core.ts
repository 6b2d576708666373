// The core as games ask it, in Node: the module that `make browser` has built.

import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { vi } from "vitest";
import type { GameFound, GameTask } from "../../src/core/game_messages";
import { GameTasks } from "../../src/core/game_tasks";
import type { Core } from "../../src/core/module";
import { CoreFailure, type GameCore } from "../../src/device_games/game_core";
import { changedElsewhere, type GameStore, type StoredGame } from "../../src/device_games/game_db";
import type { StoreError } from "../../src/state/browser_database";

// A loaded machine takes long to compile the module.
vi.setConfig({ testTimeout: 60_000 });

const FOLDER = join(import.meta.dirname, "../../../build/browser");

/** Where `make browser` has not been run, what needs the core is skipped. */
export const hasCore = existsSync(join(FOLDER, "komadai.wasm"));
if (!hasCore && process.env["CI"] === "true") throw new Error("run `make browser` first");

let loaded: Promise<GameTasks> | undefined;

async function load(): Promise<GameTasks> {
  const script = createRequire(import.meta.url)(join(FOLDER, "komadai.js")) as (given: {
    wasmBinary: Uint8Array;
  }) => Promise<Core>;
  return new GameTasks(await script({ wasmBinary: readFileSync(join(FOLDER, "komadai.wasm")) }));
}

async function ask<T extends GameFound>(task: GameTask): Promise<T> {
  const tasks = await (loaded ??= load());
  try {
    return tasks.do(task) as T;
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === undefined) throw error;
    throw new CoreFailure(code);
  }
}

export const nodeCore: GameCore = {
  position: ask,
  typed: ask,
  declare: ask,
  reply: (task) => ({ answer: ask(task), stop: () => undefined }),
};

/** A database in memory, of which several tabs can be made. */
export class MemoryStore implements GameStore {
  readonly games = new Map<string, StoredGame>();
  /** What the next save fails with. */
  failure: StoreError | null = null;

  check = async (): Promise<void> => this.fail();
  load = async (id: string): Promise<StoredGame | null> => structuredClone(this.games.get(id) ?? null);
  list = async (): Promise<StoredGame[]> => [...this.games.values()].reverse();
  remove = async (id: string): Promise<void> => void this.games.delete(id);
  save = async (game: StoredGame, count: number): Promise<void> => {
    this.fail();
    if ((this.games.get(game.id)?.log.length ?? 0) !== count) throw changedElsewhere();
    this.games.set(game.id, structuredClone(game));
  };

  private fail(): void {
    if (this.failure !== null) throw this.failure;
  }
}
