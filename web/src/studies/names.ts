// The names of studies and chapters; those of a study that goes over a game the server gives in no language.

import type { GameRecord, Study, StudySummary } from "../api/types";
import { header } from "../records/storage/record_db";
import { studiesWords } from "./texts";

type Named = Pick<StudySummary | Study, "name" | "game">;

/** The name that the server gives a study of a game, until its owner changes it. */
const AFTER_GAME = "After the game";

export const studyName = ({ name, game }: Named): string =>
  game !== null && name === AFTER_GAME ? studiesWords().afterGame : name;

/** Chapters are named by numbers until they are renamed. */
export const chapterName = (name: string): string =>
  /^\d+$/.test(name) ? studiesWords().numbered(name) : name === AFTER_GAME ? studiesWords().game : name;

/** The longest name that the server takes. */
const LONGEST = 100;

/** The name of a chapter with this record, such as "Aoki – Minami"; null if the record has no players. */
export function playersOf(record: GameRecord | null): string | null {
  const players = ["black", "white"].map((color) => header(record?.headers ?? [], color).trim());
  return players.filter(Boolean).join(" – ").slice(0, LONGEST) || null;
}
