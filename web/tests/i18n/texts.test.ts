// The compiler checks that no key is missing; these tests check the texts.
import { expect, test } from "vitest";
import { boardWords } from "../../src/board/texts";
import { t } from "../../src/i18n";
import { recordsWords } from "../../src/records/texts";
import { startWords } from "../../src/start/texts";

function leaves(table: object, path = ""): [string, unknown][] {
  return Object.entries(table).flatMap(([key, value]) =>
    typeof value === "object" && value !== null
      ? leaves(value as object, `${path}.${key}`)
      : [[`${path}.${key}`, value]],
  );
}

test("both languages describe every level", () => {
  expect(startWords.tables.en.room.levels).toHaveLength(15);
  expect(startWords.tables.ja.room.levels).toHaveLength(15);
});

/** The texts of the parts of the page, as `feature/texts words`. */
const tables = Object.entries(
  import.meta.glob<Record<string, unknown>>("../../src/**/*texts.ts", { eager: true }),
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
  "app/texts appWords": [".settings.notations.usi"],
  "play/texts playWords": [".game.formats.kif", ".game.formats.csa", ".game.formats.usi"],
  "review/texts reviewWords": [".files.pdf", ".files.json"],
  "tournaments/texts words": [".tieBreaks.sosos"],
};

test("every feature has its texts", () => expect(tables.length).toBeGreaterThan(20));

test.each([...tables, ["i18n t", t.tables] as const])(
  "every text of %s is translated",
  (name, { en: english, ja: japanese }) => {
    const inEnglish = new Map(leaves(english));
    const inJapanese = leaves(japanese);
    expect(inJapanese.map(([path]) => path).sort()).toEqual([...inEnglish.keys()].sort());
    const equal = inJapanese.filter(
      ([path, value]) => value !== "" && typeof value === "string" && inEnglish.get(path) === value,
    );
    expect(equal.map(([path]) => path)).toEqual(SAME[name] ?? []);
  },
);

test("squares have their name in each language", () => {
  const { en: english, ja: japanese } = boardWords.tables;
  expect(english.square("7g", "black", t.tables.en.piece("P"), false)).toBe("7g, Black pawn");
  expect(english.square("5e", null, null, false)).toBe("5e, empty");
  expect(japanese.square("7g", "black", t.tables.ja.piece("P"), false)).toBe("７七 先手 歩");
  expect(japanese.square("3c", "white", t.tables.ja.piece("+P"), true)).toBe("３三 上手 と金");
  expect(japanese.square("12l", null, null, false)).toBe("12十二 空き");
  expect(japanese.square("36aj", null, null, false)).toBe("36三十六 空き");
});

test("circles and arrows are marked: a draw is a result", () => {
  const verbs = tables
    .filter(([name]) => /^(records|studies)\//.test(name))
    .flatMap(([name, { en }]) =>
      leaves(en)
        .filter(([, value]) => typeof value === "string" && /\b[Dd]raw\b/.test(value))
        .map(([path]) => `${name}${path}`),
    );
  expect(verbs).toEqual([]);
  expect(recordsWords.tables.en.mark).toBe("Mark");
});

test("Japanese is what a player says", () => {
  const all = tables.flatMap(([, { ja }]) => leaves(ja).map(([, value]) => value));
  // A word alone that is no name of a tab or of a button; a foreign word where shogi has its own.
  expect(all).not.toContain("人");
  expect(all).not.toContain("終わり");
  expect(all.filter((value) => typeof value === "string" && value.includes("タッチ・アンド"))).toEqual([]);
});

test("players are not told how a server is started", () => {
  const sources = import.meta.glob<string>("../../src/**/*.{ts,svelte}", {
    eager: true,
    query: "?raw",
    import: "default",
  });
  const commands = /--host|--csa-port|--names|komadai (serve|db|variants) /;
  const found = Object.entries(sources).flatMap(([file, source]) =>
    source
      .split("\n")
      .filter((line) => !/^\s*(\/\/|\*|\/\*)/.test(line) && commands.test(line))
      .map((line) => `${file.slice("../../src/".length)}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});

/** The texts of empty lists, by table and key. */
const EMPTY: Record<string, string[]> = {
  "programs/texts programsWords": [".noWaiting", ".noRunning", ".noTable", ".noDays", ".noBots", ".closed"],
  "lobby/texts lobbyWords": [".nobody", ".noSeeks", ".noGames", ".tv.empty"],
  "studies/texts studiesWords": [".empty", ".emptyPublic"],
  "records/list_texts listWords": [".noRecords", ".noStudies"],
  "games/texts gamesWords": [".empty"],
  "people/list_texts listWords": [".nobody", ".alone", ".followNobody"],
  "tournaments/texts words": [".none"],
  "people/texts texts": [".profile.noGames", ".profile.noRatings"],
};

test("an empty list says what would be in it, after that it is empty", () => {
  for (const [name, keys] of Object.entries(EMPTY)) {
    const words = tables.find(([table]) => table === name)?.[1];
    for (const language of ["en", "ja"] as const) {
      const found = new Map(leaves(words?.[language] ?? {}));
      for (const key of keys) {
        // Either a title with a text below it, or two sentences.
        if (found.has(`${key}Hint`) || found.has(`${key}Text`)) continue;
        const sentences = String(found.get(key)).match(/[.。](?= |$|[^ ])/g) ?? [];
        expect(sentences.length, `${name}${key} (${language}): ${String(found.get(key))}`).toBeGreaterThan(1);
      }
    }
  }
});
