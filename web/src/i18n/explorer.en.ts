import type { ExplorerResult } from "../api/types";

const results: Record<ExplorerResult, string> = { black: "Black won", white: "White won", draw: "draw" };

export const explorerEn = {
  database: "Database",
  games: (n: string, one: boolean): string => (one ? `${n} game` : `${n} games`),
  option: (name: string, n: string): string => `${name} (${n})`,
  filters: "Filter",
  player: "Player",
  playerHint: "Black or White; * for any letters",
  from: "From",
  to: "To",
  dateHint: "2024 or 2024-05",
  clear: "Clear",
  moves: "Moves played here",
  move: "Move",
  share: "Share",
  results: "Results",
  resultsOf: (black: string, draws: string, white: string): string =>
    `Black won ${black}, draws ${draws}, White won ${white}`,
  noResult: "no result",
  play: (move: string): string => `Play ${move}`,
  found: "Games",
  open: (black: string, white: string): string => `Open ${black} – ${white}`,
  unnamed: "?",
  result: (result: ExplorerResult): string => results[result],
  plies: (n: number): string => `${n} moves`,
  loading: "Looking up the position…",
  empty: "No game of this database reaches this position.",
  emptyFiltered: "No game that fits the filter reaches this position.",
  tooDeep: (plies: number): string => `This database knows positions up to move ${plies}.`,
  noDatabase: "No game database can be read on this server.",
  offline: "The server does not answer. Try again later.",
  retry: "Try again",
};
