import { describe, expect, it } from "vitest";
import { entryAt, placeOf } from "../../src/ui/popup";

describe("a key in a list", () => {
  const labels = ["Even", "Lance", "Rook", "Rook and lance"];
  it.each([
    ["ArrowDown", 0, 1],
    ["ArrowDown", 3, 0],
    ["ArrowDown", -1, 0],
    ["ArrowUp", 0, 3],
    ["ArrowUp", -1, 3],
    ["Home", 2, 0],
    ["End", 0, 3],
    ["l", 0, 1],
    ["R", 0, 2],
    ["r", 2, 3],
    ["r", 3, 2],
  ])("%s leads from %i to %i", (key, from, to) => {
    expect(entryAt(key, from, labels)).toBe(to);
  });

  it.each(["Enter", " ", "x", "Escape"])("%j leads nowhere", (key) => {
    expect(entryAt(key, 0, labels)).toBeNull();
  });

  it("an empty list has no entries", () => expect(entryAt("ArrowDown", -1, [])).toBeNull());
});

describe("the place of a list", () => {
  const screen = { width: 400, height: 600 };
  const button = (left: number, top: number) => ({ left, top, right: left + 80, bottom: top + 40 });

  it("is under its button", () =>
    expect(placeOf(button(20, 100), { width: 150, height: 200 }, screen, false)).toMatchObject({
      left: 20,
      top: 144,
    }));

  it("is above it where there is more place", () =>
    expect(placeOf(button(20, 500), { width: 150, height: 200 }, screen, false)).toMatchObject({
      left: 20,
      top: 296,
    }));

  it("ends where its button ends", () =>
    expect(placeOf(button(300, 100), { width: 150, height: 200 }, screen, true).left).toBe(230));

  it.each([
    [false, 360],
    [true, 10],
  ])("does not leave the screen", (toRight, left) => {
    const { left: at } = placeOf(button(left, 100), { width: 200, height: 200 }, screen, toRight);
    expect(at).toBeGreaterThanOrEqual(8);
    expect(at + 200).toBeLessThanOrEqual(392);
  });

  it("a list that is too long scrolls", () =>
    expect(placeOf(button(20, 100), { width: 150, height: 900 }, screen, false).room).toBe(448));
});
