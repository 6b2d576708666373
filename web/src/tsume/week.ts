// The days of the last week on which something was solved.

export interface Day {
  date: Date;
  solved: boolean;
}

const HOUR = 3_600_000;

/** The last seven days, today last. `hours` are those in which something was solved, as hours before now. */
export function lastWeek(hours: readonly number[], now: Date): Day[] {
  const days = new Set(hours.map((ago) => new Date(now.getTime() - ago * HOUR).toDateString()));
  return [6, 5, 4, 3, 2, 1, 0].map((ago) => {
    const date = new Date(now.getFullYear(), now.getMonth(), now.getDate() - ago);
    return { date, solved: days.has(date.toDateString()) };
  });
}
