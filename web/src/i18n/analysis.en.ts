// English texts of the live analysis.

export const analysisEn = {
  title: "Engine analysis",
  start: "Start analysis",
  stop: "Stop",
  lines: "Lines",
  lineCount: (count: number) => (count === 1 ? "1 line" : `${count} lines`),
  depth: "Depth",
  endless: "no limit of depth",
  toDepth: (depth: number) => `to depth ${depth}`,
  engines: "Engines",
  lead: "The engine searches the position that is shown, and follows when you go on. It stops when you leave this page.",
  starting: "The engine is starting …",
  waiting: (place: number) => `Waiting for other analyses: place ${place}.`,
  paused: "Paused while the page was hidden.",
  ended: "The analysis has ended.",
  limit: (minutes: number) => `It ends after ${minutes} minutes, earlier if others wait.`,
  facts: (depth: number, nodes: string, perSecond: string) =>
    `depth ${depth} · ${nodes} nodes · ${perSecond} a second`,
  win: (percent: number) => `Black ${percent}%`,
  add: "Add this line to the record",
  tsume: "Look for a mate",
  tsumeStop: "Stop the search for a mate",
  solving: "Looking for a mate …",
  mate: (plies: number) => `Mate in ${plies}:`,
  noMate: "There is no mate by checks.",
  unknownMate: "No mate was found in this time.",
};
