// The texts of the statistics of game databases, which are loaded with their page.

import { settings } from "../state/settings.svelte";
import { statisticsEn } from "./statistics.en";
import { statisticsJa } from "./statistics.ja";

export const statisticsWords = (): typeof statisticsEn =>
  settings.language === "ja" ? statisticsJa : statisticsEn;
