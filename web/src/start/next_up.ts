// What a person goes on with: the game that is most urgent, else what was left last.

import type { Course, GameSummary, LessonLine } from "../api/types";

export type NextUp =
  | { kind: "turn" | "game"; game: GameSummary }
  | { kind: "lesson"; lesson: LessonLine }
  | { kind: "computer" };

const opponent = (game: GameSummary) => (game.you === "black" ? game.white : game.black);

/** Whether somebody waits for the person at the board now. */
const isLive = (game: GameSummary): boolean =>
  game.days === 0 && !game.adjourned && !game.both && opponent(game).kind === "person";

/** The smaller, the more urgent: a person at the board, then days by the time left, then the others. */
function urgency(game: GameSummary): number {
  if (isLive(game)) return -1;
  if (game.your_turn) return game.left_ms ?? 0;
  return Number.MAX_VALUE;
}

/** The games that are not over, the most urgent first; those of equal urgency stay in their order, the newest first. */
export const unfinished = (games: readonly GameSummary[]): GameSummary[] =>
  games
    .filter(({ status, adjourned }) => status === "playing" && !adjourned)
    .sort((one, other) => urgency(one) - urgency(other));

/** The lesson that was begun, or the next after those that are done; null: no lesson was opened, or all are done. */
export function openLesson(course: Course | null): LessonLine | null {
  const lessons = course?.chapters.flatMap((chapter) => chapter.lessons) ?? [];
  if (!lessons.some(({ reached }) => reached > 0)) return null;
  return (
    lessons.find(({ reached, done }) => reached > 0 && !done) ?? lessons.find(({ done }) => !done) ?? null
  );
}

export function nextUp(games: readonly GameSummary[], course: Course | null): NextUp {
  const open = unfinished(games);
  const [game] = open;
  // A game in which the other one is to move can wait; a lesson is something to do.
  const idle = game !== undefined && game.days > 0 && !game.your_turn;
  if (game !== undefined && !idle) return { kind: game.your_turn || isLive(game) ? "turn" : "game", game };
  const lesson = openLesson(course);
  if (lesson !== null) return { kind: "lesson", lesson };
  return game === undefined ? { kind: "computer" } : { kind: "game", game };
}
