// The parts of the list of one's games: `?which=` in the address; another word is the whole list.

export const GAMES_PARTS = ["all", "waiting", "running", "correspondence", "adjourned", "finished"] as const;
export type GamesPart = (typeof GAMES_PARTS)[number];
