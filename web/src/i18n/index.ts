// Texts in the user's language.

import type { Language, Text } from "../api/types";
import { settings } from "../state/settings.svelte";
import { en, type Messages } from "./en";
import { ja } from "./ja";

/**
 * The texts of one part of the page: a function that gives those in the user's language. In a template it follows
 * a change of the language. `tables` has both.
 */
export const inLanguages = <Words>(tables: Record<Language, Words>) =>
  Object.assign((): Words => tables[settings.language], { tables });

/** The words that features share. */
export const t = inLanguages<Messages>({ en, ja });

/** A text of the server in the user's language. */
export const say = (text: Text): string => text[settings.language];

/** Several names as one text: "gold, silver" or 金、銀. */
export const listed = (names: readonly string[]): string =>
  names.join(settings.language === "ja" ? "、" : ", ");

/** What stands between a word and what it introduces. */
export const colon = (): string => (settings.language === "ja" ? "：" : ": ");
