// The pages that are scripts of their own: for each page of a route how it is loaded and what it needs of App.

import type { Component } from "svelte";
import type { Messages } from "../i18n/en";
import type { Route } from "../state/route";

/** Pages that are part of the start script. */
type Eager = "start" | "games" | "records" | "notFound";
/** Pages that are shown instead of App, without its navigation: see start.ts. */
type Alone = "embed";
type Name = Exclude<Route["page"], Eager | Alone>;
type RouteOf<N extends Route["page"]> = Extract<Route, { page: N }>;
/** A page's properties are those of its route. */
type Props<N extends Name> = Omit<RouteOf<N>, "page">;

interface LazyPage<N extends Name> {
  load: () => Promise<{ default: Component<Props<N>> }>;
  /** The page is made anew when this changes; for other changes its properties are updated. */
  key?: (here: RouteOf<N>) => unknown;
  /** Without it, the page sets the title of the document itself. */
  title?: (words: Messages) => string;
  /** The page has no board to which a person could skip. */
  boardless?: true;
}

const PAGES: { readonly [N in Name]: LazyPage<N> } = {
  game: { load: () => import("../play/GameView.svelte"), key: ({ id }) => id },
  lobby: { load: () => import("../lobby/Lobby.svelte"), title: (t) => t.titles.people },
  challenge: { load: () => import("../lobby/Challenge.svelte"), key: ({ id }) => id },
  tv: { load: () => import("../lobby/Tv.svelte") },
  record: { load: () => import("../records/RecordPage.svelte"), key: ({ id }) => id },
  studies: {
    load: () => import("../studies/StudyList.svelte"),
    title: (t) => t.titles.studies,
    boardless: true,
  },
  study: { load: () => import("../studies/StudyPage.svelte"), key: ({ id }) => id },
  tsume: {
    load: () => import("../tsume/ProblemPage.svelte"),
    key: ({ id }) => id,
    title: (t) => t.nav.tsume,
  },
  course: { load: () => import("../tsume/CoursePage.svelte"), boardless: true },
  grade: { load: () => import("../tsume/GradePage.svelte"), key: ({ kyu }) => kyu },
  position: {
    load: () => import("../tsume/PositionPage.svelte"),
    key: ({ sfen }) => sfen,
    title: (t) => t.titles.position,
  },
  thinking: {
    load: () => import("../thinking/ThinkingPage.svelte"),
    key: ({ sfen }) => sfen,
    title: (t) => t.titles.thinking,
  },
  lessons: { load: () => import("../lessons/LessonsPage.svelte"), boardless: true },
  lesson: { load: () => import("../lessons/LessonPage.svelte"), key: ({ id }) => id },
  repetition: { load: () => import("../lessons/RepetitionPage.svelte"), boardless: true },
  class: { load: () => import("../lessons/ClassPage.svelte"), key: ({ id }) => id, boardless: true },
  reading: { load: () => import("../library/ReadingPage.svelte"), boardless: true },
  programs: {
    load: () => import("../programs/ProgramsPage.svelte"),
    key: ({ day }) => day,
    title: (t) => t.titles.programs,
    boardless: true,
  },
  events: { load: () => import("../tournaments/EventList.svelte"), boardless: true },
  boards: { load: () => import("../tournaments/SimulBoards.svelte"), key: ({ id }) => id },
  event: { load: () => import("../tournaments/EventPage.svelte"), key: ({ id }) => id, boardless: true },
  statistics: { load: () => import("../statistics/StatisticsPage.svelte"), boardless: true },
  variants: {
    load: () => import("../variants/VariantsPage.svelte"),
    title: (t) => t.titles.variants,
    boardless: true,
  },
  variant: { load: () => import("../variants/VariantPage.svelte"), key: ({ name }) => name },
  login: { load: () => import("../people/Login.svelte"), key: ({ register }) => register, boardless: true },
  account: { load: () => import("../people/AccountPage.svelte"), boardless: true },
  forgotten: { load: () => import("../people/Forgotten.svelte"), boardless: true },
  mail: { load: () => import("../people/MailLink.svelte"), key: ({ token }) => token, boardless: true },
  moderation: { load: () => import("../people/Moderation.svelte"), boardless: true },
  figures: { load: () => import("../people/GameFigures.svelte"), key: ({ id }) => id, boardless: true },
  profile: { load: () => import("../people/Profile.svelte"), key: ({ name }) => name, boardless: true },
};

/** A page, whichever it is, with the properties that its route has. */
export interface ShownPage {
  load: () => Promise<{ default: Component<Record<string, unknown>> }>;
  key: unknown;
  props: Record<string, unknown>;
  title: ((words: Messages) => string) | undefined;
  boardless: boolean;
}

/** The page of a route; null if it is part of the start script. */
export function lazyPage(here: Route): ShownPage | null {
  if (!(here.page in PAGES)) return null;
  const page = PAGES[here.page as Name] as unknown as LazyPage<Name> & Pick<ShownPage, "load">;
  const { page: name, ...props } = here;
  const key = page.key as ((here: Route) => unknown) | undefined;
  return {
    load: page.load,
    key: `${name} ${String(key?.(here))}`,
    props,
    title: page.title,
    boardless: page.boardless ?? false,
  };
}
