import { expect, test } from "vitest";
import type { Seek } from "../../src/api/types";
import { ordinarySeek } from "../../src/lobby/ordinary_seek";

const text = (en: string) => ({ en, ja: en });
const seek = (over: Partial<Seek> = {}): Seek => ({
  id: "a",
  created: "2026-11-28T00:00:00.000Z",
  mine: false,
  maker: { name: text("Guest"), kind: "person", level: null, account: null } as Seek["maker"],
  rated: false,
  side: "furigoma",
  handicap: "even",
  handicap_name: text("Even"),
  set_up: false,
  rating_within: null,
  fits: true,
  clock: { main_ms: 600_000, byoyomi_ms: 30_000, periods: 1, increment_ms: 0 },
  days: null,
  clock_text: text("10 min"),
  variant: "shogi",
  variant_name: text("Shogi"),
  proposal: null,
  ...over,
});

test("play now takes the first even game with a clock that another person waits for", () => {
  const first = seek({ id: "first" });
  expect(ordinarySeek([first, seek({ id: "second" })])).toBe(first);
  expect(ordinarySeek([])).toBeNull();
});

test.each<Partial<Seek>>([
  { mine: true },
  { fits: false },
  { handicap: "lance" },
  { set_up: true },
  { variant: "minishogi" },
  { clock: null },
  { clock: null, days: 3 },
  { maker: { ...seek().maker, bot: true } },
])("play now does not take %o", (over) => {
  const last = seek({ id: "last" });
  expect(ordinarySeek([seek(over), last])).toBe(last);
});
