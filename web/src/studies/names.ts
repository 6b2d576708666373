// Names that the server gives in no language: those of a study that goes over a game.

import type { Study, StudySummary } from "../api/types";
import { studiesWords } from "./texts";

type Named = Pick<StudySummary | Study, "name" | "game">;

/** The name that the server gives a study of a game, until its owner changes it. */
const AFTER_GAME = "After the game";

export const studyName = ({ name, game }: Named): string =>
  game !== null && name === AFTER_GAME ? studiesWords().afterGame : name;

/** Chapters are named by numbers until they are renamed. */
export const chapterName = (name: string): string =>
  /^\d+$/.test(name) ? studiesWords().numbered(name) : name === AFTER_GAME ? studiesWords().game : name;
