// English texts of the coach and of proverbs.

export const coachEn = {
  title: "Coach",
  proverb: "Proverb",
  leads: {
    move: "A thought for this move",
    chance: "Your opponent has left you a chance",
    warning: "One thing to keep in mind",
  },
  thinking: "The coach looks at the position …",
  nothing: "Nothing special here. Trust your plan.",
  notYourTurn: "The coach speaks when it is your turn.",
  failed: "The coach cannot answer now.",
  meaning: "What it means",
  glossary: "In the glossary",
  show: "Show on the board",
};
