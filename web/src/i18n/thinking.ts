// The texts of the search of the program, which are loaded with the pages that show them.

import { settings } from "../state/settings.svelte";
import { thinkingEn } from "./thinking.en";
import { thinkingJa } from "./thinking.ja";

export const thinkingWords = (): typeof thinkingEn => (settings.language === "ja" ? thinkingJa : thinkingEn);
