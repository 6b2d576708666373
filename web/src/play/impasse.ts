// How a game can be ended under each impasse rule. The server decides; the page shows what can be done.

/** `declare`: the side to move declares; `agree`: the sides agree; `try`: a king's move ends the game. */
export type ImpasseKind = "declare" | "agree" | "try" | "none";

const KINDS: Record<string, ImpasseKind> = {
  none: "none",
  agreed: "agree",
  "27-plain": "agree",
  "24-point": "declare",
  "27-point": "declare",
  protected: "declare",
  "all-in": "declare",
  try: "try",
  "try-one-king": "try",
};

export const impasseKind = (rule: string): ImpasseKind => KINDS[rule] ?? "declare";
