import type { ExplorerResult } from "../api/types";

const results: Record<ExplorerResult, string> = { black: "Black won", white: "White won", draw: "draw" };

const signed = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0");

export const explorerEn = {
  database: "Database",
  games: (n: string, one: boolean): string => (one ? `${n} game` : `${n} games`),
  option: (name: string, n: string): string => `${name} (${n})`,
  filters: "Filter",
  player: "Player",
  playerHint: "Black or White; * for any letters",
  opening: "Opening",
  castle: "Castle",
  any: "any",
  namesMissing:
    "The openings and castles of this database are not recognized yet: whoever keeps the server does it with komadai db import --names.",
  namesNone: "No opening or castle was recognized in these games.",
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
  year: (year: number): string => `⌀ ${year}`,
  rating: (rating: number, performance: number | null): string =>
    performance === null ? `R ${rating}` : `R ${rating} (perf. ${performance})`,
  score: (cp: number): string => signed(cp),
  figures:
    "Below the bar: mean year, mean rating (R) of those who played the move and their performance, from a sample of the games; and the score in Komadai's opening book, for Black, 100 being about a pawn.",
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
  side: { black: "Black", white: "White" },
  searching: "Searching …",
  like: "Games like this",
  likeLead:
    "Compares the moves up to the position shown: common positions, openings and castles, and the squares that have changed.",
  likeSearch: "Find games like this",
  likeNoMoves: "Go to a position after some moves.",
  likeNone: "No game of this database shares a position or a name with this line.",
  likeness: (score: number, line: number, names: number, structure: number): string =>
    `${score}% alike (moves ${line}, names ${names}, squares ${structure})`,
  pattern: "Search for a part of the position",
  patternLead: "Choose the squares that must be the same; capitals are Black's pieces.",
  patternSquares: "Squares of the pattern",
  castleOf: { black: "Black's castle", white: "White's castle" },
  withHands: "with at least the pieces in hand",
  orMirrored: "or with left and right exchanged",
  orTurned: "or for the other side",
  patternSearch: "Find games",
  patternNone: "No game has this.",
  patternNoneYet: "No game found in the time for one search. A filter leaves fewer games to search.",
  patternPart: "The time ended before all games were searched.",
  reached: (ply: number): string => `after ${ply} moves`,
  toStatistics: "Statistics of this database",
  toPlayer: (player: string): string => `Statistics of ${player}`,
};
