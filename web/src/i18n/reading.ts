// The texts of the reading room, which are loaded with its pages.

import { settings } from "../state/settings.svelte";
import { readingEn } from "./reading.en";
import { readingJa } from "./reading.ja";

export const readingWords = (): typeof readingEn => (settings.language === "ja" ? readingJa : readingEn);
