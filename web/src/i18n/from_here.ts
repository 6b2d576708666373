// The texts of the menu of a position, which are loaded with it.

import { settings } from "../state/settings.svelte";
import { fromHereEn } from "./from_here.en";
import { fromHereJa } from "./from_here.ja";

export const fromHereWords = (): typeof fromHereEn => (settings.language === "ja" ? fromHereJa : fromHereEn);
