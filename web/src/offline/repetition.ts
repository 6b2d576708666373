// When something that was missed is asked again, as komadai.server.repetition has it: the algorithm FSRS-6 with one
// step of ten minutes.

/** Numbers of the scheduler, as the build writes them. */
export interface Weights {
  parameters: number[];
  desired_retention: number;
  maximum_interval: number;
  step_ms: number;
}

/** When something is due again, and what the schedule knows of it. */
export interface Card {
  due_ms: number;
  reviewed_ms: number;
  state: "learning" | "review" | "relearning";
  stability: number;
  difficulty: number;
}

/** Whether it went well at least once since it was first missed. */
export const recovered = ({ state }: Card): boolean => state !== "learning";

const DAY_MS = 86_400_000;
const LEAST_STABILITY = 0.001;
const AGAIN = 1;
const GOOD = 3;
const EASY = 4;

const within = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);

/** Rounds halves to even, as Python does. */
function evenly(value: number): number {
  const whole = Math.round(value);
  return Math.abs(value % 1) === 0.5 && whole % 2 !== 0 ? whole - 1 : whole;
}

export class Schedule {
  private readonly decay: number;
  private readonly factor: number;

  constructor(private readonly weights: Weights) {
    this.decay = -this.weight(20);
    this.factor = 0.9 ** (1 / this.decay) - 1;
  }

  /** The card after it went right or not; `before` is null the first time. */
  reviewed(before: Card | null, right: boolean, nowMs: number): Card {
    const rating = right ? GOOD : AGAIN;
    const days = before === null ? 0 : Math.max(Math.floor((nowMs - before.reviewed_ms) / DAY_MS), 0);
    const stability =
      before === null
        ? this.weight(rating - 1)
        : days < 1
          ? this.soonAfter(before.stability, rating)
          : right
            ? this.remembered(before, days)
            : this.forgotten(before, days);
    const difficulty =
      before === null ? this.firstDifficulty(rating) : this.difficultyAfter(before.difficulty, rating);
    const kept = Math.max(stability, LEAST_STABILITY);
    return {
      due_ms: nowMs + (right ? DAY_MS * this.intervalDays(kept) : this.weights.step_ms),
      reviewed_ms: nowMs,
      state: right ? "review" : before === null || before.state === "learning" ? "learning" : "relearning",
      stability: kept,
      difficulty: within(difficulty, 1, 10),
    };
  }

  private weight(index: number): number {
    return this.weights.parameters[index] ?? 0;
  }

  private firstDifficulty(rating: number): number {
    return this.weight(4) - Math.exp(this.weight(5) * (rating - 1)) + 1;
  }

  private difficultyAfter(difficulty: number, rating: number): number {
    const moved = difficulty - ((10 - difficulty) * this.weight(6) * (rating - GOOD)) / 9;
    return this.weight(7) * this.firstDifficulty(EASY) + (1 - this.weight(7)) * moved;
  }

  /** The stability after less than a day. */
  private soonAfter(stability: number, rating: number): number {
    const growth =
      Math.exp(this.weight(17) * (rating - GOOD + this.weight(18))) * stability ** -this.weight(19);
    return stability * (rating === GOOD ? Math.max(growth, 1) : growth);
  }

  /** The probability that it is still known. */
  private recall(stability: number, days: number): number {
    return (1 + (this.factor * days) / stability) ** this.decay;
  }

  private remembered({ stability, difficulty }: Card, days: number): number {
    const surprise = Math.exp((1 - this.recall(stability, days)) * this.weight(10)) - 1;
    return (
      stability * (1 + Math.exp(this.weight(8)) * (11 - difficulty) * stability ** -this.weight(9) * surprise)
    );
  }

  private forgotten({ stability, difficulty }: Card, days: number): number {
    const long =
      this.weight(11) *
      difficulty ** -this.weight(12) *
      ((stability + 1) ** this.weight(13) - 1) *
      Math.exp((1 - this.recall(stability, days)) * this.weight(14));
    return Math.min(long, stability / Math.exp(this.weight(17) * this.weight(18)));
  }

  private intervalDays(stability: number): number {
    const days = (stability / this.factor) * (this.weights.desired_retention ** (1 / this.decay) - 1);
    return within(evenly(days), 1, this.weights.maximum_interval);
  }
}
