// The texts of studies, which are loaded with the pages that show them.

import { settings } from "../state/settings.svelte";
import { studiesEn } from "./studies.en";
import { studiesJa } from "./studies.ja";

export const studiesWords = (): typeof studiesEn => (settings.language === "ja" ? studiesJa : studiesEn);
