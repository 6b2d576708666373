import { expect, test } from "vitest";
import { blank } from "../../../src/tree/tree";
import { summarize } from "../../../src/records/storage/record_db";
import type { StoredRecord } from "../../../src/records/storage/stored_record";

test("a summary has the players, the event, the file name and the number of plies", () => {
  const label = { en: "", ja: "" };
  const node = (id: number, parent: number | null, children: number[]) => ({
    ...blank("9/9/9/9/9/9/9/9/9 b - 1"),
    id,
    parent,
    children,
  });
  const record: StoredRecord = {
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
