import { expect, test } from "vitest";
import { countPawns } from "../../src/play/furigoma";

test("a pawn on its side counts for neither player", () => {
  expect(countPawns([true, false, null, true, false])).toEqual({ faces: 2, tokins: 2, onSide: 1 });
  expect(countPawns([true, true, true, false, true])).toEqual({ faces: 4, tokins: 1, onSide: 0 });
});
