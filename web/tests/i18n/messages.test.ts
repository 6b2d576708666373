// The compiler checks that no key is missing; these tests check the texts.
import { expect, test } from "vitest";
import { en } from "../../src/i18n/en";
import { ja } from "../../src/i18n/ja";
import { analysisEn } from "../../src/i18n/analysis.en";
import { analysisJa } from "../../src/i18n/analysis.ja";
import { explorerEn } from "../../src/i18n/explorer.en";
import { explorerJa } from "../../src/i18n/explorer.ja";
import { reviewEn } from "../../src/i18n/review.en";
import { reviewJa } from "../../src/i18n/review.ja";
import { statisticsEn } from "../../src/i18n/statistics.en";
import { statisticsJa } from "../../src/i18n/statistics.ja";
import { thinkingEn } from "../../src/i18n/thinking.en";
import { thinkingJa } from "../../src/i18n/thinking.ja";
import { tsumeEn } from "../../src/i18n/tsume.en";
import { tsumeJa } from "../../src/i18n/tsume.ja";
import { variantsEn } from "../../src/i18n/variants.en";
import { variantsJa } from "../../src/i18n/variants.ja";

function leaves(table: object, path = ""): [string, unknown][] {
  return Object.entries(table).flatMap(([key, value]) =>
    typeof value === "object" && value !== null
      ? leaves(value as object, `${path}.${key}`)
      : [[`${path}.${key}`, value]],
  );
}

test("both languages describe every level", () => {
  expect(en.start.levels).toHaveLength(15);
  expect(ja.start.levels).toHaveLength(15);
  expect(leaves(ja).map(([path]) => path)).toEqual(leaves(en).map(([path]) => path));
});

test("every text is translated", () => {
  const same = leaves(ja)
    .filter(
      ([path, value]) => typeof value === "string" && leaves(en).some(([p, v]) => p === path && v === value),
    )
    .map(([path]) => path);
  // Names of formats and notations, and phrases that are Japanese in both.
  expect(same).toEqual([
    ".game.formats.kif",
    ".game.formats.csa",
    ".game.formats.usi",
    ".result.lost",
    ".result.thanks",
    ".settings.notations.usi",
  ]);
});

test.each([
  ["analysis", analysisEn, analysisJa, []],
  ["explorer", explorerEn, explorerJa, []],
  ["review", reviewEn, reviewJa, [".files.pdf", ".files.json"]],
  ["statistics", statisticsEn, statisticsJa, []],
  ["thinking", thinkingEn, thinkingJa, []],
  ["tsume", tsumeEn, tsumeJa, []],
  ["variants", variantsEn, variantsJa, []],
])("every text of %s is translated", (_name, english, japanese, same) => {
  const inEnglish = new Map(leaves(english));
  const inJapanese = leaves(japanese);
  expect(inJapanese.map(([path]) => path)).toEqual([...inEnglish.keys()]);
  const equal = inJapanese.filter(
    ([path, value]) => typeof value === "string" && inEnglish.get(path) === value,
  );
  expect(equal.map(([path]) => path)).toEqual(same);
});

test("squares have their name in each language", () => {
  expect(en.board.square("7g", "black", en.piece("P"), false)).toBe("7g, Black pawn");
  expect(en.board.square("5e", null, null, false)).toBe("5e, empty");
  expect(ja.board.square("7g", "black", ja.piece("P"), false)).toBe("７七 先手 歩");
  expect(ja.board.square("3c", "white", ja.piece("+P"), true)).toBe("３三 上手 と金");
  expect(ja.board.square("12l", null, null, false)).toBe("12十二 空き");
  expect(ja.board.square("36aj", null, null, false)).toBe("36三十六 空き");
});
