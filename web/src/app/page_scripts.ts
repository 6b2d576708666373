// The script of each page. The entry asks for that of the address while the start script is on its way.

import { hasBegun } from "../state/begun";
import type { Route } from "../state/route";

export const SCRIPTS = {
  start: () => import("../start/FrontDoor.svelte"),
  back: () => import("../start/WelcomeBack.svelte"),
  game: () => import("../play/GameView.svelte"),
  games: () => import("../games/GamesPage.svelte"),
  lobby: () => import("../lobby/Lobby.svelte"),
  challenge: () => import("../lobby/Challenge.svelte"),
  computer: () => import("../start/ComputerPage.svelte"),
  tv: () => import("../lobby/Tv.svelte"),
  records: () => import("../records/RecordsPage.svelte"),
  record: () => import("../records/RecordPage.svelte"),
  studies: () => import("../studies/StudyList.svelte"),
  study: () => import("../studies/StudyPage.svelte"),
  tsume: () => import("../tsume/ProblemPage.svelte"),
  clock: () => import("../tsume/ClockPage.svelte"),
  course: () => import("../tsume/CoursePage.svelte"),
  grade: () => import("../tsume/GradePage.svelte"),
  position: () => import("../tsume/PositionPage.svelte"),
  thinking: () => import("../thinking/ThinkingPage.svelte"),
  lessons: () => import("../lessons/LessonsPage.svelte"),
  lesson: () => import("../lessons/LessonPage.svelte"),
  repetition: () => import("../lessons/RepetitionPage.svelte"),
  classes: () => import("../lessons/ClassesPage.svelte"),
  class: () => import("../lessons/ClassPage.svelte"),
  reading: () => import("../library/ReadingPage.svelte"),
  programs: () => import("../programs/ProgramsPage.svelte"),
  events: () => import("../tournaments/EventList.svelte"),
  boards: () => import("../tournaments/SimulBoards.svelte"),
  event: () => import("../tournaments/EventPage.svelte"),
  statistics: () => import("../statistics/StatisticsPage.svelte"),
  variants: () => import("../variants/VariantsPage.svelte"),
  variant: () => import("../variants/VariantPage.svelte"),
  login: () => import("../people/Login.svelte"),
  account: () => import("../people/AccountPage.svelte"),
  forgotten: () => import("../people/Forgotten.svelte"),
  mail: () => import("../people/MailLink.svelte"),
  moderation: () => import("../people/Moderation.svelte"),
  figures: () => import("../people/GameFigures.svelte"),
  people: () => import("../people/PeoplePage.svelte"),
  profile: () => import("../people/Profile.svelte"),
};

/** Begins to load the script of the page at an address. The page that is shown handles errors. */
export function loadEarly(here: Route): void {
  const page = here.page === "start" && hasBegun() ? "back" : here.page;
  if (page in SCRIPTS) SCRIPTS[page as keyof typeof SCRIPTS]().catch(() => undefined);
  // The record in an address is stored, and then shown at an address of its own.
  if (here.page === "records" && here.carried !== null) SCRIPTS.record().catch(() => undefined);
}
