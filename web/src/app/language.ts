// The two languages of the page.

import type { Language } from "../api/types";
import { settings } from "../state/settings.svelte";

export const LANGUAGES: Record<Language, string> = { en: "English", ja: "日本語" };

const other = (): Language => (settings.language === "en" ? "ja" : "en");

/** The language that the page is not in, by its own name. */
export const otherLanguage = (): { code: Language; name: string } => ({
  code: other(),
  name: LANGUAGES[other()],
});

export const switchLanguage = (): void => void (settings.language = other());
