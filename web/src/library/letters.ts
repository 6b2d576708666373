// The parts of the glossary for a small screen: letters in English, rows of kana in Japanese.

import type { Language, Term } from "../api/types";
import { plain } from "./search";

/** The rows of kana, by the first Latin letter of a reading. */
const ROWS: readonly (readonly [string, string])[] = [
  ["あ", "aiueo"],
  ["か", "kg"],
  ["さ", "szj"],
  ["た", "tdc"],
  ["な", "n"],
  ["は", "hbpf"],
  ["ま", "m"],
  ["や", "y"],
  ["ら", "r"],
  ["わ", "w"],
];

/** Entries that begin with a figure; in Japanese, those without a reading. */
const OTHERS: Record<Language, string> = { en: "0–9", ja: "他" };

/** The letter or row under which an entry stands: Ōte under O, 王手 (ōte) under あ. */
export function letterOf({ en, romaji }: Term, language: Language): string {
  const first = plain(language === "ja" ? (romaji ?? "") : en).match(/[a-z0-9]/)?.[0] ?? "";
  if (language === "en") return /[a-z]/.test(first) ? first.toUpperCase() : OTHERS.en;
  return ROWS.find(([, letters]) => first !== "" && letters.includes(first))?.[0] ?? OTHERS.ja;
}

/** The entries by letter, in the order of the alphabet or of the kana; a letter without an entry is left out. */
export function byLetter(terms: readonly Term[], language: Language): Map<string, Term[]> {
  const order =
    language === "ja"
      ? ROWS.map(([row]) => row)
      : Array.from({ length: 26 }, (_, n) => String.fromCharCode(65 + n));
  const key = (term: Term): string => plain(language === "ja" ? (term.romaji ?? term.ja) : term.en);
  const sorted = [...terms].sort((one, other) => key(one).localeCompare(key(other), "en"));
  const parts = new Map<string, Term[]>();
  for (const letter of [...order, OTHERS[language]]) {
    const listed = sorted.filter((term) => letterOf(term, language) === letter);
    if (listed.length > 0) parts.set(letter, listed);
  }
  return parts;
}
