// The labels of ranks stay on the wood of the board.
import { describe, expect, test } from "vitest";
import { layout, type Shape } from "../../src/board/geometry";
import { kanjiNumber, labelSize, rankLabelWidth } from "../../src/board/labels";
import { rankLetters } from "../../src/board/sfen";
import { STANDARD } from "../../src/board/spec";

const board = (shape: Shape, size: number) =>
  layout(shape, false, 72, { ...STANDARD, files: size, ranks: size });
const margin = (shape: Shape): number => {
  const { board: wood, grid } = board(shape, 9);
  return wood.x + wood.width - (grid.x + grid.width);
};

describe.each(["table", "strips"] as const)("on the board with %s", (shape) => {
  test.each([9, 12, 15, 25, 36])("every label of %d ranks is narrower than the margin", (size) => {
    const table = board(shape, size);
    for (let rank = 1; rank <= size; rank++) {
      const kanji = kanjiNumber(rank);
      const width = rankLabelWidth(kanji, table) ?? kanji.length * labelSize(table);
      expect(width, kanji).toBeLessThan(margin(shape));
      expect(rankLabelWidth(rankLetters(rank), table) ?? 0).toBeLessThan(margin(shape));
    }
  });

  test("the twelfth rank of chu is narrowed; no rank of shogi is", () => {
    expect(rankLabelWidth("十二", board(shape, 12))).toBe(margin(shape) - 4);
    for (let rank = 1; rank <= 9; rank++)
      expect(rankLabelWidth(kanjiNumber(rank), board(shape, 9))).toBeUndefined();
  });
});
