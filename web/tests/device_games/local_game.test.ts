import { describe, expect, test, vi } from "vitest";
import type { Game, NewGame } from "../../src/api/types";
import { LocalGame, type Parts } from "../../src/device_games/local_game.svelte";
import { createGame } from "../../src/device_games/new_game";
import { StoreError } from "../../src/state/browser_database";
import { hasCore, MemoryStore, nodeCore } from "./core";

// What the page shows of a variant comes from the server, or from the build.
vi.mock("../../src/api/variants", () => ({
  getVariant: async (name: string) => ({
    name,
    files: 5,
    ranks: 5,
    zone: 1,
    hand: [],
    pieces: [],
    options: [],
  }),
}));

class Table {
  readonly store = new MemoryStore();
  now = Date.UTC(2026, 10, 30);
  readonly parts: Parts = {
    store: this.store,
    core: nodeCore,
    hold: async () => ({ isOwn: true, tell: () => undefined, release: () => undefined }),
    now: () => this.now,
  };

  /** Begins a game, and opens its page. */
  async begin(given: NewGame): Promise<LocalGame> {
    return this.open(await createGame({ side: "black", ...given }, this.parts));
  }

  async open(id: string): Promise<LocalGame> {
    const live = new LocalGame(id, () => undefined, this.parts);
    await vi.waitFor(() => expect(live.game).not.toBeNull(), 10_000);
    return live;
  }

  logOf(live: LocalGame) {
    return this.store.games.get(live.id)?.log ?? [];
  }
}

const shown = (live: LocalGame): Game => live.game as Game;

/** Until it is the person's turn again, or the game is over. */
const settled = (live: LocalGame): Promise<void> =>
  vi.waitFor(() => expect(live.mover !== null || shown(live).status === "finished").toBe(true), {
    timeout: 20_000,
    interval: 2,
  });

async function play(live: LocalGame, ...moves: string[]): Promise<void> {
  for (const move of moves) expect(await live.command({ type: "move", usi: move }), move).toBe(true);
}

describe.skipIf(!hasCore)("a game on this device", () => {
  test("is played against the computer to its end", async () => {
    const table = new Table();
    const live = await table.begin({ level: 1 });
    expect(shown(live).white.name.en).toContain("15 kyu");
    for (let turn = 0; turn < 400 && shown(live).status === "playing"; turn += 1) {
      await settled(live);
      if (live.mover === null) break;
      const { legal } = shown(live).position;
      await play(live, legal[(turn * 7) % legal.length] ?? "");
    }
    await settled(live);
    const { result, moves } = shown(live);
    if (result === null) await live.command({ type: "resign", word: "makemashita" });
    expect(shown(live).result?.text.en).toMatch(/^(White|Black) wins/);
    expect(moves.map(({ ply }) => ply)).toEqual(moves.map((_, index) => index + 1));
    expect(table.logOf(live).at(-1)?.type).toBe("ended");
  }, 60_000);

  test("of two persons at one board goes to the mate", async () => {
    const live = await new Table().begin({ both: true });
    await play(live, "7g7f", "6a7b", "8h3c+", "5a6b", "3c3b");
    expect(shown(live).moves.at(-1)?.text.japanese).toContain("馬");
    expect(shown(live).both).toBe(true);
    expect(live.mover).toBe("white");
  });

  test("is there after the browser was killed in its middle", async () => {
    const table = new Table();
    const live = await table.begin({ both: true });
    await play(live, "7g7f", "3c3d", "2g2f");
    const again = await table.open(live.id);
    expect(shown(again).moves.map(({ usi }) => usi)).toEqual(["7g7f", "3c3d", "2g2f"]);
    expect(again.mover).toBe("white");
  });

  test("a move is not shown as made if it could not be stored", async () => {
    const table = new Table();
    const live = await table.begin({ both: true });
    table.store.failure = StoreError.of("full");
    expect(await live.command({ type: "move", usi: "7g7f" })).toBe(false);
    expect(shown(live).moves).toEqual([]);
    expect(live.trouble?.text?.en).toContain("no room");
    table.store.failure = null;
    await play(live, "7g7f");
    expect(shown(live).moves).toHaveLength(1);
  });

  test("a take-back undoes the person's move and the reply", async () => {
    const live = await new Table().begin({ level: 1 });
    await play(live, "7g7f");
    await settled(live);
    expect(shown(live).moves).toHaveLength(2);
    expect(await live.command({ type: "take_back" })).toBe(true);
    expect(shown(live).moves).toEqual([]);
    expect(live.mover).toBe("black");
  });

  test("an illegal move is refused with the rule, or loses where that is agreed", async () => {
    const refusing = await new Table().begin({ both: true });
    expect(await refusing.command({ type: "move", usi: "5i5g" })).toBe(false);
    expect(refusing.trouble?.text?.en).toMatch(/^That is illegal: /);
    const losing = await new Table().begin({ both: true, illegal: "lose" });
    await play(losing, "7g7f", "3c3d", "P*5e");
    expect(shown(losing).result).toMatchObject({ winner: "white", termination: "illegal_move" });
  });

  test("a typed move is read in the notations of the page", async () => {
    const live = await new Table().begin({ both: true });
    for (const text of ["☗7六歩", "P-3d", "2g2f"])
      expect(await live.command({ type: "typed", text }), text).toBe(true);
    expect(shown(live).moves.map(({ usi }) => usi)).toEqual(["7g7f", "3c3d", "2g2f"]);
    expect(await live.command({ type: "typed", text: "hello" })).toBe(false);
    expect(live.trouble?.text?.en).toContain("hello");
  });

  test("a position that comes for the fourth time is a draw", async () => {
    const live = await new Table().begin({ both: true });
    const round = ["2h3h", "8b7b", "3h2h", "7b8b"];
    await play(live, ...round, ...round, ...round);
    expect(shown(live).result).toMatchObject({ winner: null, termination: "sennichite" });
  });

  test("the flag falls when the time is up, and byoyomi comes again with each move", async () => {
    const table = new Table();
    const live = await table.begin({ both: true, clock: { main_ms: 1000, byoyomi_ms: 10_000 } });
    table.now += 9_000;
    await play(live, "7g7f");
    expect(shown(live).clocks?.black).toMatchObject({ phase: "byoyomi", remaining_ms: 10_000, periods: 1 });
    expect(shown(live).moves[0]?.ms).toBe(9_000);
    table.now += 11_000;
    expect(await live.command({ type: "move", usi: "3c3d" })).toBe(true);
    expect(shown(live).result).toMatchObject({ winner: "black", termination: "time_forfeit" });
    expect(shown(live).moves).toHaveLength(1);
  });

  test("the time while the page was closed is given back", async () => {
    const table = new Table();
    const live = await table.begin({ both: true, clock: { main_ms: 60_000, increment_ms: 5_000 } });
    table.now += 10_000;
    await play(live, "7g7f");
    table.now += 3_600_000;
    const again = await table.open(live.id);
    expect(shown(again).clocks).toMatchObject({
      running: "white",
      black: { remaining_ms: 55_000 },
      white: { remaining_ms: 60_000 },
    });
  });

  test("a handicap is given by White, who moves first", async () => {
    const live = await new Table().begin({ level: 1, handicap: "two-piece" });
    await settled(live);
    expect(shown(live).moves[0]?.color).toBe("white");
    expect(shown(live).moves[0]?.spoken.ja).toMatch(/^上手/);
    await live.command({ type: "resign", word: "makemashita" });
    expect(shown(live).result?.text).toEqual({
      en: "White wins: Black’s resignation",
      ja: "上手の勝ち（投了）",
    });
  });

  test("the toss of pawns decides the colours, and delays the clock", async () => {
    const table = new Table();
    const live = await table.begin({ side: "furigoma", level: 1, clock: { main_ms: 600_000 } });
    const { furigoma, you, clocks, moves } = shown(live);
    const last = furigoma.at(-1) ?? [];
    const faces = last.filter((pawn) => pawn === true).length;
    const tokins = last.filter((pawn) => pawn === false).length;
    expect(you).toBe(faces > tokins ? "black" : "white");
    if (moves.length === 0) expect(clocks?.wait_ms).toBe(5000);
  });

  test("a declaration wins with all its conditions, and loses without", async () => {
    const winning = "+P+P+P+P+P+P+P+P+P/2K1+R+R3/9/9/9/9/9/9/8k b 2B4G 1";
    const won = await new Table().begin({ both: true, sfen: winning });
    expect(await won.command({ type: "declare" })).toBe(true);
    expect(shown(won).result).toMatchObject({ winner: "black", termination: "impasse_declaration" });
    const lost = await new Table().begin({ both: true });
    expect(await lost.command({ type: "declare" })).toBe(true);
    expect(shown(lost).result).toMatchObject({ winner: "white", termination: "failed_declaration" });
    expect(shown(lost).result?.text.en).toContain("the king is in the promotion zone");
  });

  test("its conditions are shown once the king is near the zone", async () => {
    const near = "4k4/9/9/4K4/9/9/9/9/9 b 2R2B4G4S4N4L18P 1";
    const live = await new Table().begin({ level: 1, sfen: near });
    const { impasse } = shown(live).position;
    expect(impasse).toMatchObject({ rule: "27-point", can_declare: false, need: 28 });
    expect(impasse?.conditions.find(({ key }) => key === "turn")?.text.ja).toBe("自分の手番である");
  });

  test("a position in which the game is over begins no game", async () => {
    const mated = "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1";
    await expect(new Table().begin({ both: true, sfen: mated })).rejects.toMatchObject({ field: "sfen" });
    await expect(new Table().begin({ both: true, sfen: "nonsense" })).rejects.toMatchObject({
      field: "sfen",
    });
  });

  test("a full database is said before the game begins", async () => {
    const table = new Table();
    table.store.failure = StoreError.of("full");
    await expect(table.begin({ level: 1 })).rejects.toMatchObject({ code: "full" });
    expect(table.store.games.size).toBe(0);
  });

  test("a second tab watches, and plays on when the first is closed", async () => {
    const table = new Table();
    const first = await table.begin({ both: true });
    const held = { isOwn: false, tell: () => undefined, release: () => undefined };
    let changed = (): void => undefined;
    table.parts.hold = async (_id, callback) => {
      changed = callback;
      return held;
    };
    const second = await table.open(first.id);
    expect(second.mover).toBeNull();
    expect(second.notice?.en).toContain("another tab");
    expect(await second.command({ type: "move", usi: "7g7f" })).toBe(false);
    await play(first, "7g7f");
    changed();
    await vi.waitFor(() => expect(shown(second).moves).toHaveLength(1));
    held.isOwn = true;
    changed();
    await vi.waitFor(() => expect(second.mover).toBe("white"));
    await play(second, "3c3d");
    expect(await first.command({ type: "move", usi: "8c8d" })).toBe(false);
    expect(first.trouble?.text?.en).toContain("another tab");
  });

  test("a variant is played against the computer, with its options", async () => {
    const table = new Table();
    const other = await table.begin({
      both: true,
      variant: "minishogi",
      options: { repetition: "any-check" },
    });
    expect(shown(other).options).toEqual({ repetition: "any-check" });
    const live = await table.begin({ level: 3, variant: "minishogi", touch_move: true });
    for (let turn = 0; turn < 4 && live.mover !== null; turn += 1) {
      await play(live, shown(live).position.legal[0] ?? "");
      await settled(live);
    }
    expect(shown(live)).toMatchObject({ variant: "minishogi", touch_move: true });
    expect(shown(live).moves.length).toBeGreaterThan(3);
    expect(await live.command({ type: "declare" })).toBe(false);
    expect(live.trouble?.code).toBe("cannot_declare");
  });

  test("the rematch exchanges the colours, and is made once", async () => {
    const table = new Table();
    const live = await table.begin({ level: 2 });
    await live.command({ type: "resign", word: "arimasen" });
    const id = await live.rematch();
    expect(id).not.toBeNull();
    expect(await live.rematch()).toBe(id);
    const next = await table.open(id ?? "");
    expect(shown(next)).toMatchObject({ you: "white", rematch_of: live.id });
  });
});
