// The texts of programs at the CSA port, which are loaded with their pages.

import { settings } from "../state/settings.svelte";
import { programsEn } from "./programs.en";
import { programsJa } from "./programs.ja";

export const programsWords = (): typeof programsEn => (settings.language === "ja" ? programsJa : programsEn);
