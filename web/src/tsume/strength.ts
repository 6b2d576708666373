// How hard a problem is, in words: its rating looks like a number of the problem.

/** The lowest rating of each strength but the first. */
const BOUNDS = [800, 1100, 1400, 1700];

/** The strength of a problem: 0 (very easy) to 4 (very hard). */
export const strength = (rating: number): 0 | 1 | 2 | 3 | 4 =>
  BOUNDS.filter((bound) => rating >= bound).length as 0 | 1 | 2 | 3 | 4;
