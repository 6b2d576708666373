// Texts in the user's language.

import type { Language, Sentence, Text } from "../api/types";
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

/** A text of the server in the user's language; its moves are in the notation that was chosen. */
export const say = (text: Text & Partial<Sentence>): string =>
  text[settings.language].replace(
    /\{(\d+)\}/g,
    (placeholder, number) => text.moves?.[Number(number)]?.[settings.notation] ?? placeholder,
  );

/** Several names as one text: "gold, silver" or 金、銀. */
export const listed = (names: readonly string[]): string =>
  names.join(settings.language === "ja" ? "、" : ", ");

/** What stands between a word and what it introduces. */
export const colon = (): string => (settings.language === "ja" ? "：" : ": ");
