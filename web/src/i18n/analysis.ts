// The texts of the live analysis, which are loaded with it.

import { settings } from "../state/settings.svelte";
import { analysisEn } from "./analysis.en";
import { analysisJa } from "./analysis.ja";

export const analysisWords = (): typeof analysisEn => (settings.language === "ja" ? analysisJa : analysisEn);
