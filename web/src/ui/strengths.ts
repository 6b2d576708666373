// The computer's strength in words. Each word stands for a range of levels; a level is chosen finely under More.

export const STRENGTHS = ["gentle", "casual", "club", "strong"] as const;
export type Strength = (typeof STRENGTHS)[number];

/** The lowest level, and the one that the word chooses. */
const LEVELS: Record<Strength, { from: number; usual: number }> = {
  gentle: { from: 1, usual: 1 },
  casual: { from: 5, usual: 7 },
  club: { from: 10, usual: 12 },
  strong: { from: 15, usual: 15 },
};

export const levelOf = (strength: Strength): number => LEVELS[strength].usual;

export const strengthOf = (level: number): Strength =>
  STRENGTHS.findLast((strength) => LEVELS[strength].from <= level) ?? "gentle";

/** A person's strength in words, from the rating: below 6 kyu a beginner, from 1 dan strong. */
export const playerStrength = (rating: number): "beginner" | "club" | "strong" =>
  rating < 1150 ? "beginner" : rating < 1550 ? "club" : "strong";
