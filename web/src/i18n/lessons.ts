// The texts of lessons, which are loaded with the pages that show them.

import { settings } from "../state/settings.svelte";
import { lessonsEn } from "./lessons.en";
import { lessonsJa } from "./lessons.ja";

export const lessonsWords = (): typeof lessonsEn => (settings.language === "ja" ? lessonsJa : lessonsEn);
