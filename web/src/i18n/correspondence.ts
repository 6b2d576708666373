// The texts of correspondence games, which are loaded with their parts of the page.

import { settings } from "../state/settings.svelte";
import { correspondenceEn } from "./correspondence.en";
import { correspondenceJa } from "./correspondence.ja";

export const correspondenceWords = (): typeof correspondenceEn =>
  settings.language === "ja" ? correspondenceJa : correspondenceEn;
