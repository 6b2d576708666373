// The texts of the page in the user's language.

import type { Language, Text } from "../api/types";
import { settings } from "../state/settings.svelte";
import { en, type Messages } from "./en";
import { ja } from "./ja";

const tables: Record<Language, Messages> = { en, ja };

/** The texts in the user's language; in a template it follows a change of the language. */
export const t = (): Messages => tables[settings.language];

/** The texts of one part of the page: a function that gives those in the user's language. */
export const inLanguages = <Words>(tables: Record<Language, Words>) =>
  Object.assign((): Words => tables[settings.language], { tables });

/** The texts of a given language: the byoyomi can be read aloud in another one than the page's. */
export const wordsIn = (language: Language): Messages => tables[language];

/** A text of the server in the user's language. */
export const say = (text: Text): string => text[settings.language];

/** Several names as one text: "gold, silver" or 金、銀. */
export const listed = (names: readonly string[]): string =>
  names.join(settings.language === "ja" ? "、" : ", ");

/** What stands between a word and what it introduces. */
export const colon = (): string => (settings.language === "ja" ? "：" : ": ");
