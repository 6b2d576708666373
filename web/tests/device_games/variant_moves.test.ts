import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { loadVariantData } from "../../src/device_games/data";
import { hasCore, nodeCore } from "./core";

type Case = [
  usi: string,
  japanese: string,
  western: string,
  spoken: string,
  captured: string | null,
  check: boolean,
];

/** Written by tools/variant_move_cases.py. */
const CASES = JSON.parse(
  readFileSync(join(import.meta.dirname, "variant_move_cases.json"), "utf8"),
) as Record<string, Case[]>;

describe.skipIf(!hasCore)("moves of variants are written as the library writes them", () => {
  test.each(Object.entries(CASES))("%s", async (name, cases) => {
    const variant = await loadVariantData(name);
    const start_sfen = variant?.sfen ?? "";
    const game = { variant, start_sfen, moves: cases.map(([usi]) => usi) };
    const { moves } = await nodeCore.position({
      ...{ kind: "position", game, known: 0, handicap: false, impasse: null },
    });
    const written = moves.map(({ usi, text, spoken, captured, check }) => [
      ...[usi, text.japanese, text.western, spoken.en, captured, check],
    ]);
    expect(written).toEqual(cases);
  });
});
