import { expect, test } from "vitest";
import { parseRoute } from "../../src/state/route";
import { givenPosition, placesOf } from "../../src/from_here/addresses";

const SFEN = "4k4/9/4P4/9/9/9/9/9/4K4 b G2r 1";
const parts = (address: string): [string, string] => {
  const { pathname, search } = new URL(address, "http://komadai");
  return [pathname, search];
};

test("the forms for a new game get the position from their address", () => {
  const { computer, friend } = placesOf(SFEN);
  for (const [address, page] of [
    [computer, "computer"],
    [friend, "lobby"],
  ] as const) {
    const [path, query] = parts(address);
    expect(parseRoute(path, query).page).toBe(page);
    expect(givenPosition(query)).toBe(SFEN);
  }
  expect(givenPosition("")).toBe("");
});

test("the position is opened as a record, and as a mate problem", () => {
  const { explore, tsume } = placesOf(SFEN);
  expect(parseRoute(...parts(explore))).toEqual({
    page: "records",
    carried: { kind: "kifu", text: `position sfen ${SFEN}` },
  });
  expect(parseRoute(...parts(tsume))).toEqual({ page: "position", sfen: SFEN });
});
