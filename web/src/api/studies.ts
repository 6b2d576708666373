// The HTTP calls of studies.

import { getJson, openSession, post, postJson } from "./http";
import type {
  ChapterSettings,
  EmbeddedStudy,
  KeptReview,
  NewChapter,
  NewStudyId,
  NewStudy,
  OperationAnswer,
  Study,
  StudyInvitation,
  StudyList,
  StudySettings,
  TreeCommand,
} from "./types";

const path = (id: string): string => `/api/studies/${encodeURIComponent(id)}`;
const chapterPath = (id: string, chapter: string): string =>
  `${path(id)}/chapters/${encodeURIComponent(chapter)}`;

export async function listStudies(list: "own" | "public", before: string | null): Promise<StudyList> {
  await openSession();
  return getJson(
    `/api/studies?list=${list}${before === null ? "" : `&before=${encodeURIComponent(before)}`}`,
  );
}

export async function getStudy(id: string): Promise<Study> {
  await openSession();
  return getJson(path(id));
}

/** A study that is not private, with one of its chapters; needs no session. */
export const getEmbedded = (id: string, chapter: string | null): Promise<EmbeddedStudy> =>
  getJson(`${path(id)}/embed${chapter === null ? "" : `?chapter=${encodeURIComponent(chapter)}`}`);

export const newStudy = (study: NewStudy): Promise<NewStudyId> => postJson("/api/studies", study);
export const changeStudy = (id: string, to: StudySettings): Promise<Study> => postJson(path(id), to);
export const invite = (id: string, whom: StudyInvitation): Promise<Study> =>
  postJson(`${path(id)}/people`, whom);
export const deleteStudy = (id: string): Promise<unknown> => postJson(`${path(id)}/delete`, {});
export const cloneStudy = (id: string): Promise<NewStudyId> => postJson(`${path(id)}/clone`, {});
export const newChapter = (id: string, chapter: NewChapter): Promise<NewStudyId> =>
  postJson(`${path(id)}/chapters`, chapter);
export const changeChapter = (id: string, chapter: string, to: ChapterSettings): Promise<Study> =>
  postJson(chapterPath(id, chapter), to);
export const deleteChapter = (id: string, chapter: string): Promise<Study> =>
  postJson(`${chapterPath(id, chapter)}/delete`, {});
export const operate = (id: string, chapter: string, operation: TreeCommand): Promise<OperationAnswer> =>
  postJson(`${chapterPath(id, chapter)}/operations`, { operation });

/** Shows the others at a chapter to which node one has gone. */
export const look = (id: string, chapter: string, node: number, follows: boolean): Promise<unknown> =>
  postJson(`${chapterPath(id, chapter)}/look`, { node, follows });

/** The review that is kept with a chapter. */
export const keptReview = (id: string, chapter: string): Promise<KeptReview> =>
  getJson(`${chapterPath(id, chapter)}/review`);
/** Keeps the review of a finished job with a chapter. */
export const keepReview = (id: string, chapter: string, job: string): Promise<unknown> =>
  postJson(`${chapterPath(id, chapter)}/review`, { job });

/** The address of all chapters as a zip file, or of one as a record. */
export const exportUrl = (id: string, format: string, chapter: string | null): string =>
  `${path(id)}/export?format=${format}${chapter === null ? "" : `&chapter=${encodeURIComponent(chapter)}`}`;

export const goOver = (game: string): Promise<NewStudyId> =>
  postJson(`/api/games/${encodeURIComponent(game)}/study`, {});
export const declineGoingOver = (game: string): Promise<unknown> =>
  post(`/api/games/${encodeURIComponent(game)}/study/decline`, {});
