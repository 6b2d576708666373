// The page that needs no server: a folder of files. It shows only the pages of this table.

import { answerCallsBy } from "../../api/http";
import { answerHere, fileOf, isAnsweredHere } from "../../offline/calls";
import { completeLinks, hashSite } from "../../offline/hash_site";
import { keepWorker } from "../../offline/worker";
import { useSite } from "../../state/address";
import type { Edition } from "../edition";

const pages: Edition["pages"] = {
  start: () => import("../../offline/StartPage.svelte"),
  computer: () => import("../../start/ComputerPage.svelte"),
  game: () => import("../../device_games/GamePage.svelte"),
  games: () => import("../../device_games/DeviceGamesPage.svelte"),
  lessons: () => import("../../lessons/LessonsPage.svelte"),
  lesson: () => import("../../lessons/LessonPage.svelte"),
  repetition: () => import("../../lessons/RepetitionPage.svelte"),
  variants: () => import("../../variants/VariantsPage.svelte"),
  variant: () => import("../../variants/VariantPage.svelte"),
  reading: () => import("../../library/ReadingPage.svelte"),
  tsume: () => import("../../tsume/ProblemPage.svelte"),
  clock: () => import("../../tsume/ClockPage.svelte"),
  course: () => import("../../tsume/CoursePage.svelte"),
  grade: () => import("../../tsume/GradePage.svelte"),
  position: () => import("../../tsume/PositionPage.svelte"),
  records: () => import("../../records/RecordsPage.svelte"),
  record: () => import("../../records/RecordPage.svelte"),
};

export const staticEdition: Edition = {
  pages,
  begin() {
    useSite(hashSite(Object.keys(pages), { isAnswered: isAnsweredHere, fileOf }));
    answerCallsBy(answerHere);
    completeLinks();
    keepWorker();
  },
};
