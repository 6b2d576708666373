import { describe, expect, it } from "vitest";
import {
  BARE,
  EMPTY,
  diagram,
  excess,
  fromSfen,
  hasKing,
  hold,
  put,
  rest,
  toSfen,
  turn,
} from "../../src/tsume/draft";

const SFEN = "8l/7b1/8k/6+B2/7Pg/9/9/9/9 b Rr3g4s4n3l17p 1";

describe("a position being set up", () => {
  it("is read from its SFEN", () => {
    expect(toSfen(fromSfen(SFEN))).toBe(SFEN);
  });

  it("gives the defender the remaining pieces of the set", () => {
    expect(toSfen(BARE)).toBe("4k4/9/9/9/9/9/9/9/9 b 2r2b4g4s4n4l18p 1");
    expect(toSfen(hold(BARE, "G", 1))).toBe("4k4/9/9/9/9/9/9/9/9 b G2r2b3g4s4n4l18p 1");
    expect(rest(put(BARE, 0, { color: "white", kind: "+P" })).P).toBe(17);
  });

  it("needs the defender's king, and no more pieces than the set has", () => {
    expect(hasKing(EMPTY)).toBe(false);
    expect(hasKing(put(EMPTY, 36, { color: "black", kind: "K" }))).toBe(false);
    expect(hasKing(BARE)).toBe(true);
    let draft = BARE;
    for (const square of [0, 1, 2]) draft = put(draft, square, { color: "black", kind: "R" });
    expect(excess(draft)).toEqual(["R"]);
    expect(diagram(draft).hands.white.R).toBe(0);
  });

  it("removes a piece that is placed again, and has one king of each side", () => {
    const gold = { color: "black", kind: "G" } as const;
    expect(put(put(BARE, 40, gold), 40, gold).squares[40]).toBeNull();
    expect(put(put(BARE, 40, gold), 40, { color: "white", kind: "G" }).squares[40]?.color).toBe("white");
    const moved = put(BARE, 44, { color: "white", kind: "K" });
    expect([moved.squares[36], moved.squares[44]?.kind]).toEqual([null, "K"]);
  });

  it("promotes only kinds that can promote", () => {
    const draft = put(BARE, 40, { color: "black", kind: "S" });
    expect(turn(draft, 40).squares[40]?.kind).toBe("+S");
    expect(turn(turn(draft, 40), 40).squares[40]?.kind).toBe("S");
    expect(turn(BARE, 36)).toBe(BARE);
    expect(turn(BARE, 0)).toBe(BARE);
  });

  it("limits the hand to the pieces of the set, and to zero", () => {
    expect(hold(BARE, "B", 3).hand.B).toBe(2);
    expect(hold(BARE, "B", -1).hand.B).toBe(0);
  });
});
