import type { Color } from "../api/types";

const PIECES: Record<string, string> = {
  K: "king",
  R: "rook",
  B: "bishop",
  G: "gold",
  S: "silver",
  N: "knight",
  L: "lance",
  P: "pawn",
  "+R": "dragon",
  "+B": "horse",
  "+S": "promoted silver",
  "+N": "promoted knight",
  "+L": "promoted lance",
  "+P": "tokin",
};

const piece = (kind: string): string => PIECES[kind] ?? kind;

/** The English words that features share. Every other language has the same keys. */
export const en = {
  brand: "Komadai",

  nav: {
    skip: "Skip to the board",
  },

  piece,
  color: (color: Color): string => (color === "black" ? "Black" : "White"),
  /** In a handicap game the receiver is Black (shitate), the giver White (uwate). */
  odds: (color: Color): string => (color === "black" ? "Black (shitate)" : "White (uwate)"),

  /** Titles of pages whose other texts are loaded with them. */
  titles: {
    play2: "Two people at this board",
    fromHere: "Go on from this position",
    explorer: "Opening explorer",
    review: "Review this game",
    studies: "Studies",
    glossary: "In the glossary",
    statistics: "Statistics",
    toStudy: "Make a study of it",
    game: "A game",
    games: "My games",
    programs: "Programs",
    allPrograms: "All programs",
    invite: "Invite by link",
    toReview: "Review",
  },

  status: {
    lost: "Connection lost. The game and its clock are safe on the server.",
    retry: "Trying again…",
    now: "Try now",
    unreachable: "The server does not answer.",
    /** After a call of a form. */
    failed: "The server cannot be reached. Try again.",
    silent: "The server does not answer. Try again.",
    unloaded: "This part could not be loaded.",
    unreachableHint: "Is Komadai still running? This page tries again automatically.",
    refused: "The server refused this.",
    again: "Try again",
    outdated: "There is a new version of this page.",
    reload: "Reload",
    stale: "The position has changed. Look at the board again.",
    notFound: "Page not found.",
    home: "To the start page",
    close: "Close",
    done: "Done",
  },
};

export type Messages = typeof en;
