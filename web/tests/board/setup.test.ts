import { expect, test } from "vitest";
import { setupSquares, setupStep, setupSteps } from "../../src/board/setup";
import { parseSfen, squareName, START } from "../../src/board/sfen";

const names = (order: "ohashi" | "ito", color: "black" | "white"): string =>
  setupSquares(order, color)
    .map((square) => squareName(square))
    .join(" ");

test("Ōhashi order: lances, bishop and rook before the pawns, pawns from the middle outwards", () => {
  expect(names("ohashi", "black")).toBe("5i 6i 4i 7i 3i 8i 2i 9i 1i 8h 2h 5g 6g 4g 7g 3g 8g 2g 9g 1g");
});

test("Itō order: pawns from left to right before lances, bishop and rook", () => {
  expect(names("ito", "black")).toBe("5i 6i 4i 7i 3i 8i 2i 9g 8g 7g 6g 5g 4g 3g 2g 1g 9i 1i 8h 2h");
});

test("White sets up the same squares, seen from the other side", () => {
  expect(names("ohashi", "white").startsWith("5a 4a 6a 3a 7a")).toBe(true);
  expect(names("ito", "white").endsWith("2b 8b")).toBe(true);
});

test("the usual start is set up in twenty steps; pieces missing in a handicap have no step", () => {
  const steps = setupSteps("ohashi", parseSfen(START));
  expect(steps.size).toBe(40);
  expect(Math.max(...steps.values())).toBe(19);
  const twoPiece = parseSfen("lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1");
  expect(setupSteps("ohashi", twoPiece).size).toBe(38);
});

test("the setup depends on the time alone: after two seconds all pieces are on the board", () => {
  expect(setupStep(0)).toBe(0);
  expect(setupStep(1000)).toBe(11);
  expect(setupStep(2000)).toBeNull();
});
