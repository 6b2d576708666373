// Finding entries of the glossary: without regard to case, long vowels, hyphens and spaces.

import type { Term, TermTopic } from "../api/types";

/** A word as it is compared: `Jōseki` and `joseki` are the same. */
export const plain = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[\s\-_'’・]/g, "")
    .normalize("NFKC");

/** The words of an entry; `ou` is also found as `o`. */
const wordsOf = ({ en, romaji, ja, also, id }: Term): string[] =>
  [en, romaji ?? "", ja, id, ...also].map(plain);

/**
 * The entries of a subject (null: of all) that have the text in a name or, after those, in their definition.
 */
export function findTerms(terms: readonly Term[], text: string, topic: TermTopic | null): Term[] {
  const wanted = plain(text);
  const listed = terms.filter((term) => topic === null || term.topic === topic);
  if (wanted === "") return listed;
  const short = wanted.replace(/ou/g, "o").replace(/uu/g, "u");
  const rank = (term: Term): number => {
    const words = wordsOf(term);
    if (words.some((word) => word === wanted || word === short)) return 0;
    if (words.some((word) => word.startsWith(wanted) || word.startsWith(short))) return 1;
    if (words.some((word) => word.includes(wanted) || word.includes(short))) return 2;
    return plain(term.about.en).includes(wanted) || plain(term.about.ja).includes(wanted) ? 3 : 4;
  };
  return listed
    .map((term) => ({ term, rank: rank(term) }))
    .filter((each) => each.rank < 4)
    .sort((one, other) => one.rank - other.rank)
    .map((each) => each.term);
}
