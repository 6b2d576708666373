// The texts of the opening explorer, which are loaded with the pages that show them.

import { settings } from "../state/settings.svelte";
import { explorerEn } from "./explorer.en";
import { explorerJa } from "./explorer.ja";

export const explorerWords = (): typeof explorerEn => (settings.language === "ja" ? explorerJa : explorerEn);
