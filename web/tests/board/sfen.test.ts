import { expect, test } from "vitest";
import {
  findKing,
  parseSfen,
  parseUsi,
  preview,
  squareName,
  squareNumber,
  START,
} from "../../src/board/sfen";

test("squares are numbered file by file from 1a", () => {
  expect(squareNumber("1a")).toBe(0);
  expect(squareNumber("1i")).toBe(8);
  expect(squareNumber("9i")).toBe(80);
  for (let square = 0; square < 81; square += 1) expect(squareNumber(squareName(square))).toBe(square);
});

test("the usual start has forty pieces, kings on 5a and 5i, empty hands", () => {
  const start = parseSfen(START);
  expect(start.squares.filter((piece) => piece !== null)).toHaveLength(40);
  expect(findKing(start, "black")).toBe(squareNumber("5i"));
  expect(findKing(start, "white")).toBe(squareNumber("5a"));
  expect(start.squares[squareNumber("2h")]).toEqual({ color: "black", kind: "R" });
  expect(start.squares[squareNumber("2b")]).toEqual({ color: "white", kind: "B" });
  expect(start.hands).toEqual({ black: {}, white: {} });
  expect(start.turn).toBe("black");
});

test("promoted pieces and counts in hand are read", () => {
  const diagram = parseSfen("4k4/9/9/9/4+r4/9/9/9/4K4 w R10P2gs 42");
  expect(diagram.squares[squareNumber("5e")]).toEqual({ color: "white", kind: "+R" });
  expect(diagram.hands).toEqual({ black: { R: 1, P: 10 }, white: { G: 2, S: 1 } });
  expect(diagram.turn).toBe("white");
});

test("text that is not an SFEN is refused", () => {
  expect(() => parseSfen("")).toThrow(RangeError);
  expect(() => parseSfen("9/9/9 b - 1")).toThrow(RangeError);
  expect(() => parseSfen("pppppppppp/9/9/9/9/9/9/9/9 b - 1")).toThrow(RangeError);
});

test("USI moves: on the board, promoting, dropping", () => {
  expect(parseUsi("7g7f")).toEqual({ from: 60, drop: null, to: 59, promotion: false });
  expect(parseUsi("8h2b+")).toEqual({ from: 70, drop: null, to: 10, promotion: true });
  expect(parseUsi("P*5e")).toEqual({ from: null, drop: "P", to: 40, promotion: false });
});

test("a capture shows the captured piece unpromoted in the hand, and the diagram before it is unchanged", () => {
  const before = parseSfen("4k4/9/9/9/4+p4/4R4/9/9/4K4 b - 1");
  const after = preview(before, "5f5e");
  expect(after.squares[squareNumber("5e")]).toEqual({ color: "black", kind: "R" });
  expect(after.squares[squareNumber("5f")]).toBeNull();
  expect(after.hands.black).toEqual({ P: 1 });
  expect(after.turn).toBe("white");
  expect(before.hands.black).toEqual({});
});

test("a drop takes one piece from the hand; a promotion promotes it", () => {
  const before = parseSfen("4k4/9/2P6/9/9/9/9/9/4K4 b 2G 1");
  expect(preview(before, "G*5b").hands.black).toEqual({ G: 1 });
  expect(preview(before, "7c7b+").squares[squareNumber("7b")]).toEqual({ color: "black", kind: "+P" });
});
