import type { Color, MilestoneKind, MoveClass } from "../api/types";

const SIDES: Record<Color, string> = { black: "Black", white: "White" };

export const reviewEn = {
  title: "Review of the game",
  lead: "The engine searches every position and explains the mistakes: what they allowed, and what was better.",
  depth: "Search depth",
  depths: {
    quick: (nodes: number): string => `Quick (${nodes / 1000}k nodes)`,
    normal: (nodes: number): string => `Normal (${nodes / 1000}k nodes)`,
    deep: (nodes: number): string => `Deep (${nodes / 1000}k nodes)`,
  },
  begin: "Begin",
  beginAgain: "Review again",
  stop: "Stop",
  waiting: "Waiting…",
  progress: (done: number, total: number): string => `${done} of ${total} positions`,
  finished: "The review is finished.",
  stopped: "The review was stopped.",
  onlyFirst: (moves: number): string => `It was stopped: this is the review of the first ${moves} moves.`,
  graph: "Win rate of Black by move",
  legend:
    "Above the middle Black is better. Circles: Black’s mistakes; diamonds: White’s; triangles: milestones.",
  ply: (ply: number): string => (ply === 0 ? "Start" : `Move ${ply}`),
  blackWins: (percent: number): string => `Black ${percent} %`,
  side: (color: Color, _odds: boolean): string => SIDES[color],
  accuracy: "Accuracy",
  classes: {
    best: "Best moves",
    good: "Good moves",
    inaccuracy: "Inaccuracy",
    mistake: "Mistake",
    blunder: "Blunder",
    missed_mate: "Missed mate",
  } as Record<MoveClass, string>,
  /** Of each number of the style: its name, and what it means. */
  styles: {
    attack: [
      "Attack",
      "Share of moves that check, capture or reach the last three ranks, from the first clash on",
    ],
    drops: ["Drops", "Share of these moves that are drops"],
    defence: ["Defence", "Generals near the king during these moves; 100 is four or more"],
    sharpness: ["Sharpness", "How much the win rate varies around the moves"],
  } satisfies Record<string, readonly [string, string]> as Record<
    "attack" | "drops" | "defence" | "sharpness",
    readonly [string, string]
  >,
  mistakes: "Mistakes",
  sideChoice: "Whose mistakes",
  both: "Both sides",
  none: "No mistakes found.",
  addLine: "Add the better line to the record",
  milestones: "Milestones",
  milestoneNames: {
    castle_completed: "Castle completed",
    opening_left: "Opening left",
    first_clash: "First clash",
    entering_king: "Entering king",
    mate_available: "Mate available",
  } as Record<MilestoneKind, string>,
  downloads: "Download:",
  files: { html: "Page (HTML)", pdf: "PDF", kif: "KIF with comments", json: "JSON" },
  by: (engine: string, nodes: number): string =>
    `${engine}, ${nodes.toLocaleString("en")} nodes a position. Downloads work for ten minutes.`,

  learn: "Learn from mistakes",
  exercise: (number: number, count: number): string => `${number} of ${count}`,
  played: (ply: number, move: string, kind: string): string => `move ${ply}, ${move}: ${kind}`,
  find: (color: Color, _odds: boolean): string => `Find a better move for ${SIDES[color]}.`,
  checking: "The engine checks your move…",
  correct: "Well done.",
  notBetter: "Not yet.",
  solution: "The engine’s line:",
  again: "Try again",
  showSolution: "Show the solution",
  next: "Next",
  close: "Close",
  learned: (found: number, count: number): string => `Done: you found ${found} of ${count}.`,
};
