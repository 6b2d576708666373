// Glicko-2 after one result, as komadai.ratings.glicko has it; the steps are numbered as in the paper.

export interface Rating {
  rating: number;
  deviation: number;
  volatility: number;
}

const SCALE = 173.7178;
const TAU = 0.5;
const MAX_DEVIATION = 350;
const CENTRE = 1500;
const CLOSE = 1e-6;

/** The rating after 1 (a win) or 0 points against `opponent`; `periods`: rating periods since the last result. */
export function rated(player: Rating, opponent: Rating, points: number, periods: number): Rating {
  const start = player.deviation / SCALE;
  const mu = (player.rating - CENTRE) / SCALE;
  // Steps 3 and 4.
  const weight = 1 / Math.sqrt(1 + 3 * (opponent.deviation / SCALE / Math.PI) ** 2);
  const expected = 1 / (1 + Math.exp(-weight * (mu - (opponent.rating - CENTRE) / SCALE)));
  const inverse = weight ** 2 * expected * (1 - expected);
  const surplus = weight * (points - expected);
  const sigma = volatilityAfter(player.volatility, start, 1 / inverse, surplus / inverse);
  const before = widened(start, sigma, periods);
  const phi = 1 / Math.sqrt(1 / before ** 2 + inverse); // step 7
  return {
    rating: (mu + phi ** 2 * surplus) * SCALE + CENTRE,
    deviation: Math.min(phi * SCALE, MAX_DEVIATION),
    volatility: sigma,
  };
}

/** Step 6 in every period; the deviation is capped at the end of a period without results. */
function widened(phi: number, sigma: number, periods: number): number {
  const [wide, last] =
    periods > 1
      ? [Math.min(Math.sqrt(phi ** 2 + (periods - 1) * sigma ** 2), MAX_DEVIATION / SCALE), 1]
      : [phi, periods];
  return Math.sqrt(wide ** 2 + last * sigma ** 2);
}

/** Step 5, by the Illinois variant of regula falsi. */
function volatilityAfter(sigma: number, phi: number, v: number, delta: number): number {
  const start = Math.log(sigma ** 2);
  const f = (x: number): number => {
    const over = Math.exp(x) * (delta ** 2 - phi ** 2 - v - Math.exp(x));
    return over / (2 * (phi ** 2 + v + Math.exp(x)) ** 2) - (x - start) / TAU ** 2;
  };
  let low = start;
  let high = start - TAU;
  if (delta ** 2 > phi ** 2 + v) high = Math.log(delta ** 2 - phi ** 2 - v);
  else while (f(high) < 0) high -= TAU;
  let [atLow, atHigh] = [f(low), f(high)];
  while (Math.abs(high - low) > CLOSE) {
    const between = low + ((low - high) * atLow) / (atHigh - atLow);
    const value = f(between);
    if (value * atHigh <= 0) [low, atLow] = [high, atHigh];
    else atLow /= 2;
    [high, atHigh] = [between, value];
  }
  return Math.exp(low / 2);
}
