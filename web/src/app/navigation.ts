// Where each page stands: its room, its tab there, and its layout. Here alone.

import { site } from "../state/address";
import { hasHistory } from "../state/history.svelte";
import type { Route } from "../state/route";
import type { IconName } from "../ui/icons";

const TABS = {
  play: { start: "/", lobby: "/lobby", computer: "/computer", games: "/games", watch: "/tv" },
  learn: {
    lessons: "/lessons",
    repetition: "/lessons/repetition",
    variants: "/variants",
    reading: "/reading",
    classes: "/lessons/class",
  },
  tsume: {
    problems: "/tsume",
    course: "/tsume/course",
    clock: "/tsume/clock",
    position: "/tsume/position",
  },
  analyse: { records: "/records", studies: "/studies", statistics: "/statistics", thinking: "/thinking" },
  club: { events: "/events", people: "/people", programs: "/programs", moderation: "/moderation" },
} as const;

type Tabs = typeof TABS;
export type RoomKey = keyof Tabs;
export type TabKey = { [R in RoomKey]: keyof Tabs[R] }[RoomKey];

export interface Tab {
  key: TabKey;
  href: string;
}

export interface Room {
  key: RoomKey;
  icon: IconName;
  /** The first one is where the room begins. */
  tabs: readonly Tab[];
}

/** The rooms in the order of the navigation, with the tabs that lead to a page. */
export const rooms = (): readonly Room[] =>
  Object.entries(TABS)
    .map(([key, tabs]) => ({
      key: key as RoomKey,
      icon: key as RoomKey,
      tabs: Object.entries(tabs)
        .map(([key, href]) => ({ key: key as TabKey, href }))
        .filter(({ href }) => site.isThere(href)),
    }))
    .filter(({ tabs }) => tabs.length > 0);

/** The front door; lists; a board with players; a board with an engine; a text; one card. */
export type Layout = "front" | "list" | "board" | "workbench" | "reading" | "card";

export interface Place {
  room: RoomKey | null;
  tab: TabKey | null;
  layout: Layout;
}

const at = <R extends RoomKey>(room: R, tab: keyof Tabs[R] & TabKey, layout: Layout): Place => ({
  room,
  tab,
  layout,
});
const outside = (layout: Layout): Place => ({ room: null, tab: null, layout });

const PLACES: Record<Route["page"], Place> = {
  start: at("play", "start", "front"),
  lobby: at("play", "lobby", "list"),
  challenge: at("play", "lobby", "list"),
  computer: at("play", "computer", "list"),
  games: at("play", "games", "list"),
  game: at("play", "games", "board"),
  tv: at("play", "watch", "board"),

  lessons: at("learn", "lessons", "list"),
  lesson: at("learn", "lessons", "board"),
  repetition: at("learn", "repetition", "board"),
  variants: at("learn", "variants", "list"),
  variant: at("learn", "variants", "board"),
  reading: at("learn", "reading", "reading"),
  classes: at("learn", "classes", "list"),
  class: at("learn", "classes", "list"),

  tsume: at("tsume", "problems", "board"),
  course: at("tsume", "course", "list"),
  grade: at("tsume", "course", "board"),
  clock: at("tsume", "clock", "board"),
  position: at("tsume", "position", "workbench"),

  records: at("analyse", "records", "list"),
  record: at("analyse", "records", "workbench"),
  studies: at("analyse", "studies", "list"),
  study: at("analyse", "studies", "workbench"),
  statistics: at("analyse", "statistics", "reading"),
  thinking: at("analyse", "thinking", "workbench"),

  events: at("club", "events", "list"),
  event: at("club", "events", "list"),
  boards: at("club", "events", "list"),
  people: at("club", "people", "list"),
  profile: at("club", "people", "list"),
  programs: at("club", "programs", "list"),
  moderation: at("club", "moderation", "list"),
  figures: at("club", "moderation", "list"),

  login: outside("card"),
  forgotten: outside("card"),
  mail: outside("card"),
  account: outside("reading"),
  embed: outside("board"),
  notFound: outside("reading"),
};

export function placeOf(here: Route): Place {
  const place = PLACES[here.page];
  if (here.page === "records" && here.carried !== null) return { ...place, layout: "workbench" };
  if (here.page === "study" && here.practice) return { ...place, layout: "board" };
  return place;
}

/** Whether the tabs of the room stand under the header: in rooms with lists and with texts. */
export const hasTabRow = ({ room, layout }: Place): boolean =>
  room !== null && (layout === "list" || layout === "reading" || (layout === "front" && hasHistory()));

/** The room that a place is in, with the tabs that the person may open. */
export function roomAt({ room }: Place, moderator: boolean): Room | null {
  const found = rooms().find(({ key }) => key === room);
  if (found === undefined) return null;
  return moderator ? found : { ...found, tabs: found.tabs.filter(({ key }) => key !== "moderation") };
}

/** The page with the list from which a board room is entered: on a phone the arrow at its top left leads there. */
export function listBehind(here: Route): string {
  if (here.page === "game") return "/";
  const { room, tab } = placeOf(here);
  const tabs: Readonly<Record<string, string>> = room === null ? {} : TABS[room];
  const list = tabs[tab ?? ""] ?? "/";
  return list === site.path() ? "/" : list;
}
