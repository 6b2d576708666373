// The words of the page in the reader's language.

import type { Language, Text } from "../api/wire";
import { settings } from "../app/settings.svelte";
import { en, type Messages } from "./en";
import { ja } from "./ja";

const tables: Record<Language, Messages> = { en, ja };

/** The words now; read inside a template it follows the language. */
export const t = (): Messages => tables[settings.language];

/** The words of a given language (the byoyomi may be read in another than the page's). */
export const wordsIn = (language: Language): Messages => tables[language];

/** A text of the server's in the reader's language. */
export const say = (text: Text): string => text[settings.language];
