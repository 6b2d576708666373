// The course on this device, as komadai.server.lessons has it: progress, and what was missed again.

import { CallError } from "../api/http";
import type {
  Course,
  Due,
  Lesson,
  LessonProgress,
  Repetition,
  Step,
  Typed,
  TypedRequest,
} from "../api/types";
import type { Answers } from "./calls";
import { data } from "./data";
import { typedMove, withPosition } from "./positions";
import { Schedule, type Card, type Weights } from "./repetition";
import { change, kept } from "./store";

interface OfLesson {
  reached: number;
  missed: number;
  done: boolean;
}

/** What is kept: by lesson how far it is, and by lesson and step what is asked again. */
interface Progress {
  lessons: Record<string, OfLesson>;
  cards: Record<string, Card>;
}

const KEY = "lessons";
const NONE: Progress = { lessons: {}, cards: {} };
const NOT_BEGUN: OfLesson = { reached: 0, missed: 0, done: false };
const AT_ONCE = 20;

const load = (): Promise<Progress> => kept(KEY, NONE);
const weights = async (): Promise<Weights> => (await data<{ weights: Weights }>("tsume")).weights;
const lessonOf = (id: string): Promise<Lesson> => data<Lesson>(`lessons/${id}`);

const cardKey = (lesson: string, step: string): string => `${lesson} ${step}`;

function dueOf({ cards }: Progress): Due {
  const now = Date.now();
  const later = Object.values(cards).flatMap(({ due_ms }) => (due_ms > now ? [due_ms - now] : []));
  return {
    now: Object.keys(cards).length - later.length,
    next_ms: later.length === 0 ? null : Math.min(...later),
  };
}

async function course(): Promise<Course> {
  const [all, progress] = await Promise.all([data<Course>("lessons"), load()]);
  const chapters = all.chapters.map((chapter) => ({
    ...chapter,
    lessons: chapter.lessons.map((lesson) => ({ ...lesson, ...progress.lessons[lesson.id] })),
  }));
  return { chapters, due: dueOf(progress) };
}

async function lesson(id: string): Promise<Lesson> {
  const [found, progress] = await Promise.all([lessonOf(id), load()]);
  const { reached, done } = progress.lessons[id] ?? NOT_BEGUN;
  return { ...found, reached, done };
}

async function stepOf(id: string, key: string): Promise<Step> {
  const step = (await lessonOf(id)).steps.find((each) => each.key === key);
  if (step === undefined) throw new CallError(404, "not_found", null);
  return step;
}

async function passed(id: string, number: number, missed: boolean): Promise<LessonProgress> {
  const [{ steps }, schedule] = [await lessonOf(id), new Schedule(await weights())];
  const step = steps[number - 1];
  if (step === undefined) throw new CallError(404, "not_found", null);
  const asks = step.kind === "move" || step.kind === "choose" || step.kind === "write";
  const key = cardKey(id, step.key);
  const after = await change<Progress>(KEY, NONE, ({ lessons, cards }) => {
    const before = lessons[id] ?? NOT_BEGUN;
    const next = {
      reached: Math.max(before.reached, number),
      missed: before.missed + Number(missed),
      done: before.done || number === steps.length,
    };
    return {
      lessons: { ...lessons, [id]: next },
      cards:
        missed && asks
          ? { ...cards, [key]: schedule.reviewed(cards[key] ?? null, false, Date.now()) }
          : cards,
    };
  });
  return after.lessons[id] ?? NOT_BEGUN;
}

async function repetition(): Promise<Repetition> {
  const progress = await load();
  const now = Date.now();
  const waiting = Object.entries(progress.cards)
    .filter(([, { due_ms }]) => due_ms <= now)
    .sort(([, one], [, other]) => one.due_ms - other.due_ms)
    .slice(0, AT_ONCE);
  const steps = await Promise.all(
    waiting.map(async ([key]) => {
      const [id = "", stepKey = ""] = key.split(" ");
      const { title, picture, variant } = await lessonOf(id);
      return { lesson: id, title, picture, variant, step: await stepOf(id, stepKey) };
    }),
  );
  return { steps, due: dueOf(progress) };
}

async function repeated(id: string, step: string, right: boolean): Promise<Due> {
  const schedule = new Schedule(await weights());
  const key = cardKey(id, step);
  const after = await change<Progress>(KEY, NONE, ({ lessons, cards }) => {
    const card = cards[key];
    if (card === undefined) throw new CallError(404, "not_found", null);
    const now = Date.now();
    // A second answer to the same repetition changes nothing.
    if (card.due_ms > now) return { lessons, cards };
    return { lessons, cards: { ...cards, [key]: schedule.reviewed(card, right, now) } };
  });
  return dueOf(after);
}

async function typed(id: string, { key, text }: TypedRequest): Promise<Typed> {
  const step = await stepOf(id, key);
  const asked = step.move;
  if (asked === null) throw new CallError(404, "not_found", null);
  return withPosition(step.sfen, (position): Typed => {
    try {
      const usi = typedMove(position, text, null);
      return { right: usi === asked.usi, read_as: position.line([usi], false)[0]?.text ?? null, why: null };
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      return { right: false, read_as: null, why: error.text };
    }
  });
}

export const LESSONS: Answers = {
  "GET /api/lessons": course,
  "GET /api/lessons/repetition": repetition,
  "POST /api/lessons/repeated": ({ body }) => {
    const { lesson: id, key, right } = body as { lesson: string; key: string; right: boolean };
    return repeated(id, key, right);
  },
  "GET /api/lessons/:id": ({ parts: { id = "" } }) => lesson(id),
  "POST /api/lessons/:id/passed": ({ parts: { id = "" }, body }) => {
    const { step, missed } = body as { step: number; missed: boolean };
    return passed(id, step, missed);
  },
  "POST /api/lessons/:id/typed": ({ parts: { id = "" }, body }) => typed(id, body as TypedRequest),
};
