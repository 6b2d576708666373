// The compiler checks that no key is missing; these tests check the texts.
import { expect, test } from "vitest";
import { en } from "../../src/i18n/en";
import { ja } from "../../src/i18n/ja";

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

/** The texts of the parts of the page, as `feature/texts words`. */
const tables = Object.entries(
  import.meta.glob<Record<string, unknown>>("../../src/*/*texts.ts", { eager: true }),
).flatMap(([file, exported]) =>
  Object.entries(exported).flatMap(([name, words]) =>
    typeof words === "function" && "tables" in words
      ? [
          [
            `${file.slice("../../src/".length, -".ts".length)} ${name}`,
            words.tables as { en: object; ja: object },
          ] as const,
        ]
      : [],
  ),
);

/** Names, and phrases that are the same in both languages. */
const SAME: Record<string, string[]> = {
  "review/texts reviewWords": [".files.pdf", ".files.json"],
  "tournaments/texts words": [".tieBreaks.sosos"],
};

test("every feature has its texts", () => expect(tables.length).toBeGreaterThan(20));

test.each(tables)("every text of %s is translated", (name, { en: english, ja: japanese }) => {
  const inEnglish = new Map(leaves(english));
  const inJapanese = leaves(japanese);
  expect(inJapanese.map(([path]) => path).sort()).toEqual([...inEnglish.keys()].sort());
  const equal = inJapanese.filter(
    ([path, value]) => value !== "" && typeof value === "string" && inEnglish.get(path) === value,
  );
  expect(equal.map(([path]) => path)).toEqual(SAME[name] ?? []);
});

test("squares have their name in each language", () => {
  expect(en.board.square("7g", "black", en.piece("P"), false)).toBe("7g, Black pawn");
  expect(en.board.square("5e", null, null, false)).toBe("5e, empty");
  expect(ja.board.square("7g", "black", ja.piece("P"), false)).toBe("７七 先手 歩");
  expect(ja.board.square("3c", "white", ja.piece("+P"), true)).toBe("３三 上手 と金");
  expect(ja.board.square("12l", null, null, false)).toBe("12十二 空き");
  expect(ja.board.square("36aj", null, null, false)).toBe("36三十六 空き");
});
