// The texts of the coach and of proverbs, which are loaded with the parts that show them.

import { settings } from "../state/settings.svelte";
import { coachEn } from "./coach.en";
import { coachJa } from "./coach.ja";

export const coachWords = (): typeof coachEn => (settings.language === "ja" ? coachJa : coachEn);
