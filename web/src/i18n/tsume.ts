// The texts of mate problems, which are loaded with the pages that show them.

import { settings } from "../state/settings.svelte";
import { tsumeEn } from "./tsume.en";
import { tsumeJa } from "./tsume.ja";

export const tsumeWords = (): typeof tsumeEn => (settings.language === "ja" ? tsumeJa : tsumeEn);
