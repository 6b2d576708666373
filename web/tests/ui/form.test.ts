import { expect, test } from "vitest";
import { clockSetting, DEFAULTS, toNewGame, type Form } from "../../src/ui/form";

const form = (over: Partial<Form> = {}): Form => ({ ...DEFAULTS, own: { ...DEFAULTS.own }, ...over });

test("the default form begins a game against the weakest computer", () => {
  expect(toNewGame(form(), clockSetting(form()) as null)).toEqual({
    side: "black",
    level: 1,
    engine: "komadai",
    handicap: "even",
    sfen: null,
    clock: null,
    impasse: "27-point",
    illegal: "refuse",
    take_back: true,
  });
});

test("a custom clock is sent in integer milliseconds", () => {
  const own = { main: 0.5, byoyomi: 30, periods: 3, increment: 0 };
  expect(clockSetting(form({ clock: "own", own }))).toEqual({
    main_ms: 30_000,
    byoyomi_ms: 30_000,
    periods: 3,
    increment_ms: 0,
  });
});

test("without byoyomi the number of periods is 1", () => {
  expect(clockSetting(form({ clock: "fischer" }))).toMatchObject({ byoyomi_ms: 0, periods: 1 });
  const own = { main: 5, byoyomi: 0, periods: 3, increment: 0 };
  expect(clockSetting(form({ clock: "own", own }))).toMatchObject({ byoyomi_ms: 0, periods: 1 });
});

test("a clock without any time is reported as empty", () => {
  const own = { main: 0, byoyomi: 0, periods: 3, increment: 0 };
  expect(clockSetting(form({ clock: "own", own }))).toBe("empty");
});

test("a position replaces the handicap", () => {
  const game = toNewGame(form({ handicap: "two-piece", sfen: " 4k4/9/9/9/9/9/9/9/4K4 b G 1 " }), null);
  expect(game.sfen).toBe("4k4/9/9/9/9/9/9/9/4K4 b G 1");
  expect(game.handicap).toBe("even");
});
