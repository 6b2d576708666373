// The pages that are scripts of their own: for each page of a route what it needs of App.

import type { Component } from "svelte";
import { hasHistory } from "../state/history.svelte";
import type { Route } from "../state/route";

/** The page that is part of the start script. */
type Eager = "notFound";
/** Pages that are shown instead of App, without its navigation: see start.ts. */
type Alone = "embed";
type Name = Exclude<Route["page"], Eager | Alone>;
type RouteOf<N extends Route["page"]> = Extract<Route, { page: N }>;
/** A page's properties are those of its route. */
type Props<N extends Name> = Omit<RouteOf<N>, "page">;

interface LazyPage<N extends Name> {
  /** The page is made anew when this changes; for other changes its properties are updated. */
  key?: (here: RouteOf<N>) => unknown;
  /** The title of the document is the name of the tab; without it the page sets the title itself. */
  titled?: true;
}

/** The scripts of pages. */
export type PageScripts = { readonly [N in Name]: () => Promise<{ default: Component<Props<N>> }> };

/** How each page is loaded; a page that is not in it is not there. */
let scripts: Partial<PageScripts> = {};

/** These are the pages. To be called before the page is shown. */
export const usePages = (all: Partial<PageScripts>): void => void (scripts = all);

const PAGES: { readonly [N in Name]: LazyPage<N> } = {
  start: { key: hasHistory, titled: true },
  game: { key: ({ id }) => id },
  games: { titled: true },
  lobby: { titled: true },
  challenge: { key: ({ id }) => id },
  computer: { titled: true },
  tv: {},
  records: { titled: true },
  record: { key: ({ id }) => id },
  studies: { titled: true },
  study: { key: ({ id }) => id },
  tsume: { titled: true, key: ({ id }) => id },
  clock: { titled: true },
  course: {},
  grade: { key: ({ kyu }) => kyu },
  position: { key: ({ sfen }) => sfen, titled: true },
  thinking: { key: ({ sfen }) => sfen, titled: true },
  lessons: {},
  lesson: { key: ({ id }) => id },
  repetition: {},
  classes: { titled: true },
  class: { key: ({ id }) => id },
  reading: {},
  programs: { key: ({ day }) => day, titled: true },
  events: {},
  boards: { key: ({ id }) => id },
  event: { key: ({ id }) => id },
  statistics: {},
  variants: { titled: true },
  variant: { key: ({ name }) => name },
  login: { key: ({ register }) => register },
  account: {},
  forgotten: {},
  mail: { key: ({ token }) => token },
  moderation: {},
  figures: { key: ({ id }) => id },
  people: { titled: true },
  profile: { key: ({ name }) => name },
};

/** A page, whichever it is, with the properties that its route has. */
export interface ShownPage {
  load: () => Promise<{ default: Component<Record<string, unknown>> }>;
  key: unknown;
  props: Record<string, unknown>;
  titled: boolean;
}

/** The page of a route; null if it is part of the start script. */
export function lazyPage(here: Route): ShownPage | null {
  if (!(here.page in PAGES && here.page in scripts)) return null;
  const page = PAGES[here.page as Name] as unknown as LazyPage<Name>;
  const { page: name, ...props } = here;
  const key = page.key as ((here: Route) => unknown) | undefined;
  return {
    load: scripts[here.page as Name] as unknown as ShownPage["load"],
    key: `${name} ${String(key?.(here))}`,
    props,
    titled: page.titled ?? false,
  };
}
