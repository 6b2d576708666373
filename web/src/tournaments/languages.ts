// The languages that members of a league can name, by their ISO 639 codes.

import { settings } from "../state/settings.svelte";

export const LANGUAGES: readonly string[] = "en ja de fr es it nl pl pt ru uk sv fi cs hu zh ko".split(" ");

/** The name of a language in the user's language; the code itself if the browser knows none. */
export function languageName(code: string): string {
  try {
    return new Intl.DisplayNames([settings.language], { type: "language" }).of(code) ?? code;
  } catch {
    return code;
  }
}
