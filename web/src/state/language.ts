// The language of the page before its settings are loaded.

import type { Language } from "../api/types";

export const SETTINGS = "komadai.settings";

export const usualLanguage = (): Language =>
  navigator.language.toLowerCase().startsWith("ja") ? "ja" : "en";

/** The language that was chosen in this browser, else the usual one. */
export function storedLanguage(): Language {
  try {
    const { language } = JSON.parse(localStorage.getItem(SETTINGS) ?? "{}") as { language?: unknown };
    return language === "en" || language === "ja" ? language : usualLanguage();
  } catch {
    return usualLanguage();
  }
}
