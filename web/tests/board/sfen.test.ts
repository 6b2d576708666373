import { expect, test } from "vitest";
import {
  findKing,
  parseSfen,
  parseUsi,
  preview,
  squareName,
  squareNumber,
  squaresOf,
  START,
} from "../../src/board/sfen";
import { STANDARD } from "../../src/board/spec";

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
  expect(parseUsi("7g7f")).toEqual({ drop: null, path: [60, 59], promotion: false });
  expect(parseUsi("8h2b+")).toEqual({ drop: null, path: [70, 10], promotion: true });
  expect(parseUsi("P*5e")).toEqual({ drop: "P", path: [40], promotion: false });
});

const CHU =
  "lfcsgekgscfl/a1b1txot1b1a/mvrhdqndhrvm/pppppppppppp/3i4i3/12/12/3I4I3/PPPPPPPPPPPP/MVRHDNQDHRVM/" +
  "A1B1TOXT1B1A/LFCSGKEGSCFL b - 1";
const TWELVE = { ...STANDARD, files: 12, ranks: 12, handKinds: [] };

test("boards of other sizes: gaps of two digits, files and ranks of two characters", () => {
  const start = parseSfen(CHU, TWELVE);
  expect(start.squares).toHaveLength(144);
  expect(start.squares[squareNumber("12l", TWELVE)]).toEqual({ color: "black", kind: "L" });
  expect(start.squares[squareNumber("1a", TWELVE)]).toEqual({ color: "white", kind: "L" });
  expect(start.squares.filter((piece) => piece !== null)).toHaveLength(92);
  expect(squareName(36 * 36 - 1, { files: 36, ranks: 36 })).toBe("36aj");
  expect(squareNumber("36aj", { files: 36, ranks: 36 })).toBe(36 * 36 - 1);
});

test("pieces whose id has several letters stand in parentheses", () => {
  const { squares, hands } = parseSfen("(HM)2/1+(hm)1/2P b (HM)2p 1", { files: 3, ranks: 3 });
  expect(squares[squareNumber("3a", { files: 3, ranks: 3 })]).toEqual({ color: "black", kind: "HM" });
  expect(squares[squareNumber("2b", { files: 3, ranks: 3 })]).toEqual({ color: "white", kind: "+HM" });
  expect(hands).toEqual({ black: { HM: 1 }, white: { P: 2 } });
  expect(parseUsi("HM*5e")).toMatchObject({ drop: "HM" });
});

test("a move in two steps passes its middle square and captures there", () => {
  expect(parseUsi("6f6e6d").path).toEqual(["6f", "6e", "6d"].map((name) => squareNumber(name)));
  expect(squaresOf("10l11k+")).toEqual(["10l", "11k"]);
  const before = parseSfen("12/12/12/5p6/5p6/5N6/12/12/12/12/12/12 b - 1", TWELVE);
  const both = preview(before, "7f7e7d", TWELVE);
  expect(both.squares.filter((piece) => piece !== null)).toEqual([{ color: "black", kind: "N" }]);
  expect(both.squares[squareNumber("7d", TWELVE)]?.kind).toBe("N");
  const inPlace = preview(before, "7f7e7f", TWELVE);
  expect(inPlace.squares[squareNumber("7f", TWELVE)]?.kind).toBe("N");
  expect(inPlace.squares[squareNumber("7e", TWELVE)]).toBeNull();
  expect(inPlace.squares[squareNumber("7d", TWELVE)]?.kind).toBe("P");
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
