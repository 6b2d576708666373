import { expect, test } from "vitest";
import { fileName } from "../../../src/api/record_wire";
import { parseRoute } from "../../../src/app/route";
import { usualWinner } from "../../../src/record/model/ending";
import { blank } from "../../../src/record/model/tree";
import { level } from "../../../src/record/model/win_rate";
import { summarize, type Kept } from "../../../src/record/storage/record_db";

test("the address of a record, and of one that the address carries", () => {
  expect(parseRoute("/records")).toEqual({ page: "records", carried: null });
  expect(parseRoute("/records", "?usen=~0.7ku&bn=%E5%8D%97")).toEqual({
    page: "records",
    carried: { kind: "link", text: "?usen=~0.7ku&bn=%E5%8D%97" },
  });
  expect(parseRoute("/records", "?u=~0.7ku")).toMatchObject({ carried: { kind: "link" } });
  expect(parseRoute("/records", "?game=12")).toMatchObject({ carried: { kind: "game", text: "12" } });
  expect(parseRoute("/records", "?kifu=%E2%96%B2%EF%BC%97%E5%85%AD%E6%AD%A9")).toMatchObject({
    carried: { kind: "kifu", text: "▲７六歩" },
  });
  expect(parseRoute("/records/abc")).toEqual({ page: "record", id: "abc" });
  expect(parseRoute("/records/abc/d")).toEqual({ page: "nowhere" });
});

test("a download is named as the server says", () => {
  expect(fileName(`attachment; filename="a.kif"; filename*=UTF-8''%E5%B1%80.kif`)).toBe("局.kif");
  expect(fileName('attachment; filename="a b.kif"')).toBe("a b.kif");
  expect(fileName("attachment; filename=a.kif")).toBe("a.kif");
  expect(fileName("attachment")).toBeNull();
});

test("scores are Black's, and a mate is everything", () => {
  expect(level({ centipawns: 0, mate: null })).toBe(0);
  expect(level({ centipawns: 500, mate: null })).toBeGreaterThan(0.4);
  expect(level({ centipawns: -500, mate: null })).toBeLessThan(-0.4);
  expect(level({ centipawns: null, mate: 5 })).toBe(1);
  expect(level({ centipawns: null, mate: -4 })).toBe(-1);
});

test("whoever is to move has lost, unless it declares or the game is drawn", () => {
  expect(usualWinner("resignation", "black")).toBe("white");
  expect(usualWinner("checkmate", "white")).toBe("black");
  expect(usualWinner("impasse_declaration", "black")).toBe("black");
  expect(usualWinner("sennichite", "black")).toBeNull();
  expect(usualWinner("interrupted", "black")).toBeNull();
});

test("a list shows who played, what it was, and how far it went", () => {
  const label = { en: "", ja: "" };
  const node = (id: number, parent: number | null, children: number[]) => ({
    ...blank("9/9/9/9/9/9/9/9/9 b - 1"),
    id,
    parent,
    children,
  });
  const record: Kept = {
    id: "x",
    source: "file:game.kif",
    revision: 1,
    edited: false,
    headers: [
      { name: "black", label, value: "Aoki" },
      { name: "event", label, value: "Club" },
    ],
    start_sfen: "9/9/9/9/9/9/9/9/9 b - 1",
    handicap: "even",
    nodes: [node(0, null, [1, 3]), node(1, 0, [2]), node(2, 1, []), node(3, 0, [])],
    warnings: [],
    current: 0,
  };
  expect(summarize(record, 5)).toMatchObject({
    id: "x",
    at: 5,
    black: "Aoki",
    white: "",
    about: "Club · game.kif",
    plies: 2,
  });
});
