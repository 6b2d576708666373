import { expect, test } from "vitest";
import { usualWinner } from "../../src/tree/ending";

test("the side to move loses, unless it declares or the game is drawn", () => {
  expect(usualWinner("resignation", "black")).toBe("white");
  expect(usualWinner("checkmate", "white")).toBe("black");
  expect(usualWinner("impasse_declaration", "black")).toBe("black");
  expect(usualWinner("sennichite", "black")).toBeNull();
  expect(usualWinner("interrupted", "black")).toBeNull();
});
