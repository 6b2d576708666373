// What the build takes from the Python sources for games on this device: levels, results, texts, variants.

import type { Color, Text } from "../api/types";
import type { VariantData } from "../core/game_messages";
import type { SearchOptions } from "../core/module";
import type { KifWords } from "./record_file";

export interface GameTexts {
  impasse: Record<string, { by: "declaration" | "agreement" | null; counts_whole_board: boolean }>;
  /** The conditions of a declaration, and the rules that a move can break. */
  conditions: Record<string, Text>;
  infractions: Record<string, Text>;
  /** Those of an agreed impasse, from the view of a player. */
  own_conditions: Record<string, Text>;
  /** By winner, ending, broken rule, and 1 in a handicap game. */
  results: Record<string, Text>;
  engine_failed: Text;
  refusals: Record<string, Text>;
  you: Text;
  sides: [Text, Text];
  computer: Text[];
  /** The time of a move in a game without a clock. */
  untimed_ms: number;
  resign_value: number;
  /** The probability that a tossed pawn lands on its side. */
  pawn_on_its_side: number;
  /** In the first plies a little noise, so that games differ. */
  variety: { plies: number; noise: number };
}

interface Level {
  resigns: boolean;
  options: SearchOptions;
}

interface VariantLevel {
  depth: number;
  nodes: number;
  exchanges: number;
  overlook: number;
  noise: number;
}

interface Levels {
  shogi: Level[];
  variants: VariantLevel[];
}

export interface HandicapData {
  key: string;
  sfen: string;
  compensation: number;
}

export interface GameData extends GameTexts {
  levels: Levels;
  handicaps: HandicapData[];
}

// Only what a page without a server asks for: scripts of their own.
const games = import.meta.glob<GameTexts>("../../../build/browser/games.json", { import: "default" });
const levels = import.meta.glob<Levels>("../../../build/browser/levels.json", { import: "default" });
const handicaps = import.meta.glob<HandicapData[]>("../../../build/browser/handicaps.json", {
  import: "default",
});
const kif = import.meta.glob<KifWords>("../../../build/browser/kif.json", { import: "default" });
const variants = import.meta.glob<VariantData>("../../../build/browser/variants/*.json", {
  import: "default",
});

function only<T>(found: Record<string, () => Promise<T>>): Promise<T> {
  const [load] = Object.values(found);
  if (load === undefined) throw new Error("the page was built without the core: run `make browser` before");
  return load();
}

let loaded: Promise<GameData> | undefined;

export function loadGameData(): Promise<GameData> {
  loaded ??= Promise.all([only(games), only(levels), only(handicaps)]).then(([game, levels, handicaps]) => ({
    ...game,
    levels,
    handicaps,
  }));
  loaded.catch(() => (loaded = undefined));
  return loaded;
}

export const loadKifWords = (): Promise<KifWords> => only(kif);

/** The variant with these options; null for standard shogi. Throws a RangeError if there is none. */
export async function loadVariantData(key: string): Promise<VariantData | null> {
  if (key === "shogi") return null;
  const load = variants[`../../../build/browser/variants/${key.replace(":", "+")}.json`];
  if (load === undefined) throw new RangeError(`no variant ${key}`);
  return load();
}

/** The sentence for a result. */
export function resultText(
  data: Pick<GameData, "results" | "conditions">,
  ending: { winner: Color | null; termination: string; infraction: string | null; failed: readonly string[] },
  handicap: boolean,
): Text {
  const { winner, termination, infraction, failed } = ending;
  const key = [winner ?? "none", termination, infraction ?? "", handicap ? "1" : "0"].join("/");
  const text = data.results[key] ?? { en: termination, ja: termination };
  const named = failed.map((condition) => data.conditions[condition] ?? { en: condition, ja: condition });
  return {
    en: text.en.replace("{failed}", named.map(({ en }) => en).join(", ")),
    ja: text.ja.replace("{failed}", named.map(({ ja }) => ja).join("」「")),
  };
}
