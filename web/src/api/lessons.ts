// The HTTP calls of lessons.

import { getJson, openSession, postJson } from "./http";
import type { Class, ClassList, Course, Due, Lesson, LessonProgress, Repetition, Typed } from "./types";

const get = async <T>(path: string): Promise<T> => {
  await openSession(); // the cookie identifies the user whose progress it is
  return getJson(`/api/lessons${path}`);
};
const post = <T>(path: string, body: unknown): Promise<T> => postJson(`/api/lessons${path}`, body);
const of = (id: string): string => `/${encodeURIComponent(id)}`;

export const getCourse = (): Promise<Course> => get("");
export const getLesson = (id: string): Promise<Lesson> => get(of(id));
export const stepPassed = (id: string, step: number, missed: boolean): Promise<LessonProgress> =>
  post(`${of(id)}/passed`, { step, missed });
export const readNotation = (id: string, key: string, text: string): Promise<Typed> =>
  post(`${of(id)}/typed`, { key, text });
export const getRepetition = (): Promise<Repetition> => get("/repetition");
export const stepRepeated = (lesson: string, key: string, right: boolean): Promise<Due> =>
  post("/repeated", { lesson, key, right });

export const getClasses = (): Promise<ClassList> => get("/classes");
export const createClass = (name: string): Promise<Class> => post("/classes", { name });
export const getClass = (id: string): Promise<Class> => get(`/classes${of(id)}`);
export const joinClass = (id: string, name: string): Promise<Class> =>
  post(`/classes${of(id)}/pupils`, { name });
export const leaveClass = (id: string): Promise<Class> => post(`/classes${of(id)}/leave`, {});
export const deleteClass = (id: string): Promise<ClassList> => post(`/classes${of(id)}/delete`, {});
