// Which bars of a plot have their label below them, so that labels do not overlap.

export const MAX_LABELS = 12;

/** Every n-th bar from the first one, and the last one; not one that is too near to the last. */
export const labelled = (index: number, count: number, every: number): boolean =>
  index === count - 1 || (index % every === 0 && count - 1 - index >= every);
