import type { Color, MoveMark, Value } from "../api/types";

const DIRECTIONS: Record<string, string> = {
  "0,1": "forward",
  "0,-1": "back",
  "1,0": "right",
  "-1,0": "left",
  "1,1": "forward right",
  "-1,1": "forward left",
  "1,-1": "back right",
  "-1,-1": "back left",
};

/** One mark of a move diagram in words, for screen readers. */
function markText({ kind, dx, dy, max, only }: MoveMark): string {
  const direction = DIRECTIONS[`${Math.sign(dx)},${Math.sign(dy)}`] ?? "";
  const where =
    Math.max(Math.abs(dx), Math.abs(dy)) === 1
      ? direction
      : `${Math.abs(dx)} ${dx < 0 ? "left" : "right"} ${Math.abs(dy)} ${dy < 0 ? "back" : "forward"}`;
  const limit = only === "" ? "" : only === "capture" ? " (to capture)" : " (to an empty square)";
  const text = {
    step: max > 1 ? `up to ${max} ${direction}` : direction,
    jump: `jump ${where}`,
    line: max > 1 ? `up to ${max} ${direction}` : `any distance ${direction}`,
    over: `any distance ${direction} over pieces`,
    turn: `any distance ${direction}, then a turn`,
    area: `in several steps ${where}`,
    stay: "may stay",
    anywhere: "any square",
  }[kind];
  return text + limit;
}

export const variantsEn = {
  title: "All of shogi",
  lead: "From three files to thirty-six: games of the shogi family, each with its pieces, its rules and its story.",
  size: (files: number, ranks: number): string => `${files} × ${ranks}`,
  counts: (pieces: number, kinds: number): string => `${pieces} pieces a side, ${kinds} kinds`,
  drops: "with drops",
  noDrops: "without drops",
  groups: { small: "Small boards", standard: "About the usual size", large: "Large boards" },
  loading: "Fetching the games…",
  empty: "This server has no variants.",
  notFound: "There is no variant of this name.",
  all: "All variants",
  boardOf: (name: string): string => `The board of ${name}`,
  history: "History",
  rules: "Rules",
  pieces: "Pieces",
  pieceHint: "Tap a piece to see how it moves.",
  count: (n: number): string => `${n} a side`,
  promotedOnly: "by promotion only",
  promotedFrom: (names: string[]): string => `Promoted from: ${names.join(", ")}`,
  royal: "Royal: its loss can lose the game.",
  anywhere: "Moves to any square of the board.",
  moveNote: "Betza",
  legend: {
    title: "In the diagrams",
    dot: "one step",
    ring: "a jump",
    line: "any distance; with a number at most so far",
    over: "over lower-ranked pieces",
    area: "in several steps",
    stay: "may return to its square",
    capture: "red: only to capture",
    move: "hollow: only to an empty square",
  },
  diagramOf: (name: string, marks: readonly MoveMark[]): string =>
    `Moves of the ${name.toLowerCase()}: ${marks.map(markText).join("; ")}`,
  options: "Played in different ways",
  optionDefault: "usual here",
  chooseRules: "Rules",
  usualRules: "the usual ones",
  comma: ", ",
  touchMove: "Touch-move: a piece that is touched and can move must move.",
  studyHere: "Study from here",
  perfect: "perfect play",
  perfectOpponent: "The computer plays perfectly.",
  statistics: {
    title: "How games go",
    branching: "moves to choose from",
    plies: "moves in a game",
    draws: "draws",
    black: "Black’s score, half for a game without winner",
    unfinished: (games: string): string => `${games} of them were stopped after 1,000 moves.`,
    measured: (games: string, nodes: string): string =>
      `Averages of ${games} games of the computer against itself, with ${nodes} positions searched for each move.`,
    short: (branching: number, plies: number, draws: number, stopped: boolean): string =>
      `≈ ${branching} moves to choose from, ${stopped ? "more than " : ""}${plies} in a game, ${draws} % draws`,
  },
  solved: {
    title: "A solved game",
    ready:
      "The value of every position is known on this computer. At the highest level the computer plays perfectly, and a game for two shows the value of every move.",
    offer:
      "This game is solved: for every position it can be computed who wins, and in how many moves. That takes this computer some minutes, at most an hour, and 48 MB on its disk. Then the computer can play perfectly, and the value of every move is shown.",
    begin: "Compute it now",
    resume: "Continue computing",
    stop: "Stop",
    stopping: "Stopping; it can be continued later",
    waiting: "Waiting for the computer",
    progress: "Progress",
    positions: (n: string): string => `${n} positions found`,
    left: (minutes: number, atLeast: boolean): string =>
      `${atLeast ? "at least" : "about"} ${minutes === 1 ? "a minute" : `${minutes} minutes`} left`,
    away: "You may leave this page: it goes on while the server runs.",
    command: "On the computer of this server, this command computes it:",
  },
  values: {
    title: "Values of the moves",
    show: "Show values",
    hide: "Hide values",
    noTable: "The values of this game have not been computed on this computer yet.",
    makeTable: "Compute them",
    unknown: "This position cannot occur in a game from the start.",
    letters: { win: "W", draw: "=", loss: "L" },
    position: (turn: Color, result: Value["result"], plies: number | null): string => {
      const side = turn === "black" ? "Black" : "White";
      if (result === "draw") return `${side} to move: a draw.`;
      if (plies === 0) return `${side} has lost.`;
      return `${side} to move ${result === "win" ? "wins" : "loses"} in ${plies}.`;
    },
    move: (result: Value["result"], plies: number | null): string =>
      result === "draw" ? "draw" : `${result} in ${plies}`,
  },
  hints: {
    title: "Hints",
    ask: "Give me a hint",
    another: "Another hint",
    noMore: "That was the last hint",
  },
  conflicts: "Where the sources disagree",
  choice: "Here",
  sources: "Sources",
  more: "More pieces",
  faces: "Faces of the pieces",
  faceStyles: { one: "One kanji", two: "Whole name", letters: "Letters", moves: "Moves" },
  print: "Board and pieces to print (PDF)",
  printHint: "Print on both sides, cut out the pieces.",
  printNeeds: "To print board and pieces, this server needs",
  first: {
    lessons: "First steps as lessons",
    title: "Your first game",
    tips: [
      "Catch the other king: attack it so that it cannot get away.",
      "A piece that you take is yours. Drop it on any empty square instead of moving.",
      "In the two farthest rows silver and pawn may turn over, and move like gold.",
      "Tap any piece to see where it can go.",
      "If you do not know what to do, ask for a hint below the board.",
    ],
    toss: "Toss three pawns: who begins?",
    faces: (n: number): string => `${n} of 3 pawns show their face.`,
    black: "You are Black and begin.",
    white: "You are White; the computer begins.",
    go: "Let’s play!",
  },
  play: "Play",
  play2: "Two people at this board",
  playComputer: "Against the computer",
  starting: "Starting…",
  opponent: "Opponent",
};
