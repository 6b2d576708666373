// Shares of results as whole percents.

/** Whole percents of these counts, which sum up to 100; all 0 if there are none. */
export function percents(counts: readonly number[]): number[] {
  const total = counts.reduce((sum, each) => sum + each, 0);
  if (total === 0) return counts.map(() => 0);
  const exact = counts.map((each) => (100 * each) / total);
  const rounded = exact.map(Math.floor);
  // The largest remainders are rounded up.
  const order = exact
    .map((each, index) => ({ index, rest: each - Math.floor(each) }))
    .sort((a, b) => b.rest - a.rest);
  const missing = 100 - rounded.reduce((sum, each) => sum + each, 0);
  for (const { index } of order.slice(0, missing)) rounded[index] = (rounded[index] ?? 0) + 1;
  return rounded;
}
