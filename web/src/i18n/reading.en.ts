// English texts of the reading room.

import type { TermTopic } from "../api/types";

const topics: Record<TermTopic, string> = {
  board: "The board and its things",
  piece: "Pieces",
  rule: "Rules and moves",
  record: "Records",
  opening: "Phases and plans",
  attack: "Attack and defence",
  endgame: "Endgame",
  tsume: "Tsume",
  player: "Players, handicaps, titles",
  conduct: "Manners",
  history: "History",
  computer: "Computers",
  variant: "Other games of the family",
  openings: "Openings by name",
  castles: "Castles by name",
  formations: "Attacks and formations by name",
  tesuji: "Tesuji by name",
  proverbs: "Proverbs",
};

export const readingEn = {
  title: "Reading room",
  parts: {
    glossary: "Glossary",
    history: "History",
    games: "Famous games",
    chess: "Shogi and chess",
    books: "Books",
  },
  shogiDay: "Today is Shogi Day: on this day games were played before the shōgun.",
  loading: "Loading …",
  unknown: "There is no such page in the reading room.",
  all: "To the reading room",

  glossaryLead: "The words of the game in English, in Latin letters and in Japanese, with positions.",
  search: "Search for a word",
  searchHint: "tokin, 詰み, castle …",
  topic: "Subject",
  everything: "Everything",
  topics,
  found: (n: number): string => `${n} ${n === 1 ? "entry" : "entries"}`,
  nothing: "No entry has this word. Try another spelling or fewer letters.",
  comma: ", ",
  see: "See also",
  also: "Also called",
  allTerms: "All words",
  keys: "Keys: / to search, arrow keys to step through moves.",

  timeline: "Timeline",
  houses: "The three houses",
  titles: "Titles",
  sources: "From",
  sourcesLead: "The facts are those of five documents. Where these disagree, it is said.",
  toGame: "Look at the game",
  toVariant: "Play it here",

  gamesLead:
    "Games and positions that the documents tell of. Those whose moves are printed can be played through.",
  moves: (n: number): string => `${n} moves`,
  toldOnly: "No board is printed: only what happened.",
  ours: "The board is not that of the game. It was made for this page from what is printed.",
  start: "The position at the start",
  line: "Moves",
  words: "Words",
  allGames: "All games",

  chessLead: "What the documents say, and what was measured here.",
  said: "Shogi, as the documents say",
  chess: "Chess, as the documents say",
  measured: {
    people: "Measured: games of people",
    programs: "Measured: games of programs",
    selfplay: "Measured: this program against itself",
  } as Record<string, string>,
  games: (n: string): string => `${n} games`,
  drawn: (draws: string, all: string, percent: string): string => `${percent} % (${draws} of ${all})`,
  won: (percent: string, games: string): string => `${percent} % of ${games} games`,
  measuredHow:
    "Only games from the even start position count. For draws, only games whose result is known; for first moves, only games that somebody won.",
  differences: "What is different",

  booksLead: "The books that the documents name. Many are out of print.",
};
