// The texts of reviews of games, which are loaded with the pages that show them.

import { settings } from "../state/settings.svelte";
import { reviewEn } from "./review.en";
import { reviewJa } from "./review.ja";

export const reviewWords = (): typeof reviewEn => (settings.language === "ja" ? reviewJa : reviewEn);
