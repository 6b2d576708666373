// The parts of the list of one's games: `?which=` in the address.

export const GAMES_PARTS = ["all", "waiting", "running", "correspondence", "adjourned", "finished"] as const;
export type GamesPart = (typeof GAMES_PARTS)[number];

/** The part that an address names; another word is the whole list. */
export const partOf = (asked: string | null): GamesPart =>
  GAMES_PARTS.find((part) => part === asked) ?? "all";
