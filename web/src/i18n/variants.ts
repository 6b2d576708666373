// The texts of variants, which are loaded with their pages.

import { settings } from "../state/settings.svelte";
import { variantsEn } from "./variants.en";
import { variantsJa } from "./variants.ja";

export const variantsWords = (): typeof variantsEn => (settings.language === "ja" ? variantsJa : variantsEn);
