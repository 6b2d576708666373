import { expect, test } from "vitest";
import { follow } from "../../src/board/piece_transitions";
import { parseSfen, preview, squareNumber, START, type Diagram } from "../../src/board/sfen";

const show = (diagram: Diagram) => follow([], null, diagram).sprites;

test("the first diagram creates a sprite for every piece and moves none", () => {
  const change = follow([], null, parseSfen(START));
  expect(change.sprites).toHaveLength(40);
  expect(change.arrivals).toEqual([]);
  expect(change.departures).toEqual([]);
});

test("a move moves the same sprite", () => {
  const before = parseSfen(START);
  const sprites = show(before);
  const change = follow(sprites, before, preview(before, "7g7f"));
  const pawn = sprites.find((sprite) => sprite.square === squareNumber("7g"));
  expect(change.arrivals).toEqual([{ id: pawn?.id, from: squareNumber("7g") }]);
  expect(change.sprites.find((sprite) => sprite.id === pawn?.id)?.square).toBe(squareNumber("7f"));
});

test("a capture moves the capturing sprite and sends the captured one to the capturer's stand", () => {
  const before = parseSfen("4k4/9/9/9/4+p4/4R4/9/9/4K4 b - 1");
  const change = follow(show(before), before, preview(before, "5f5e"));
  expect(change.arrivals).toMatchObject([{ from: squareNumber("5f") }]);
  expect(change.departures).toMatchObject([
    { sprite: { color: "white", kind: "+p".toUpperCase() }, to: { color: "black", kind: "P" } },
  ]);
});

test("a drop comes from the player's stand", () => {
  const before = parseSfen("4k4/9/9/9/9/9/9/9/4K4 b G 1");
  const change = follow(show(before), before, preview(before, "G*5b"));
  expect(change.arrivals).toMatchObject([{ from: { color: "black", kind: "G" } }]);
});

test("a capture taken back returns the piece from the capturer's stand", () => {
  const before = parseSfen("4k4/9/9/9/4p4/4R4/9/9/4K4 b - 1");
  const after = preview(before, "5f5e");
  const change = follow(show(after), after, before);
  expect(change.arrivals).toContainEqual(expect.objectContaining({ from: { color: "black", kind: "P" } }));
  expect(change.arrivals).toContainEqual(expect.objectContaining({ from: squareNumber("5e") }));
  expect(change.departures).toEqual([]);
});

test("a promotion keeps the sprite", () => {
  const before = parseSfen("4k4/9/9/2P6/9/9/9/9/4K4 b - 1");
  const sprites = show(before);
  const change = follow(sprites, before, preview(before, "7d7c+"));
  expect(change.sprites.map((sprite) => sprite.id)).toEqual(sprites.map((sprite) => sprite.id));
  expect(change.sprites.find((sprite) => sprite.square === squareNumber("7c"))?.kind).toBe("+P");
});
