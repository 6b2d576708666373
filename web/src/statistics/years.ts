// Which years a plot shows: all from the first to the last, if enough games have a date.

import type { YearCounts } from "../api/types";

const ENOUGH = 0.1;

export interface Years {
  /** Every year from the first to the last, the empty ones too; none if too few games have a date. */
  plotted: YearCounts[];
  undated: number;
}

export function yearsOf(years: readonly YearCounts[], games: number): Years {
  const dated = years.reduce((sum, { results }) => sum + results.games, 0);
  const first = Number(years[0]?.year);
  const last = Number(years.at(-1)?.year);
  const known = new Map(years.map((each) => [Number(each.year), each]));
  const plotted =
    dated === 0 || dated < ENOUGH * games
      ? []
      : Array.from({ length: last - first + 1 }, (_, index) => {
          const none = { games: 0, black: 0, white: 0, draws: 0 };
          return known.get(first + index) ?? { year: String(first + index), results: none };
        });
  return { plotted, undated: games - dated };
}
