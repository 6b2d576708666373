// The HTTP calls of mate problems.

import type {
  Answer,
  CourseProblem,
  GiveUpAnswer,
  Head,
  HeadRequest,
  Hint,
  Job,
  JobRequest,
  LinePosition,
  Problem,
  Standing,
  TsumeCourse,
} from "./types";
import { getJson, postJson, openSession } from "./http";

/** A position within a problem. */
export type At = Required<LinePosition>;

const get = async <T>(path: string): Promise<T> => {
  await openSession(); // the cookie identifies the user whose score it is
  return getJson(`/api/tsume${path}`);
};
const post = <T>(path: string, body: unknown): Promise<T> => postJson(`/api/tsume${path}`, body);

export const getStanding = (): Promise<Standing> => get("");
export const getProblem = (id: string): Promise<Problem> => get(`/problems/${encodeURIComponent(id)}`);
export const getTodaysProblem = (): Promise<Problem> => get("/today");
export const nextProblem = (plies: number | null, run: boolean): Promise<Problem> =>
  post("/next", { plies, run });
export const getCourse = (): Promise<TsumeCourse> => get("/course");
export const nextOfCourse = (kyu: number | null): Promise<CourseProblem> => post("/course/next", { kyu });
export const sendMove = (at: At, move: { usi: string } | { typed: string }): Promise<Answer> =>
  post("/answer", { ...at, ...move });
export const judgeHead = (line: HeadRequest): Promise<Head> => post("/head", line);
export const getHint = (at: At, whole: boolean): Promise<Hint> => post("/hint", { ...at, whole });
export const giveUp = (at: At): Promise<GiveUpAnswer> => post("/give-up", at);
export const beginRun = (): Promise<Standing> => post("/runs", {});
export const beginJob = (job: JobRequest): Promise<Job> => post("/jobs", job);
export const stopJob = (id: string): Promise<Job> => post(`/jobs/${encodeURIComponent(id)}/stop`, {});
