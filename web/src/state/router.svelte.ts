// The current page, and navigation to another.

import { site } from "./address";
import { noticeVisit } from "./history.svelte";
import { parseRoute, type Route } from "./route";

const fromAddress = (): Route => parseRoute(site.path(), site.query());

let current = $state.raw<Route>(fromAddress());
export const route = (): Route => current;

let shownQuery = $state(site.query());
/** The query of the address, with its question mark. */
export const addressQuery = (): string => shownQuery;

/** Where the person was before the pages for logging in; null: they came to these first. */
let before: string | null = null;
let shown = site.path() + site.query();
/** Goes where the person was before the pages for logging in, else to the start page. */
export const goOn = (): void => go(before ?? "/");

const LOGGING_IN: readonly Route["page"][] = ["login", "forgotten", "mail"];

function follow(): void {
  if (!LOGGING_IN.includes(current.page)) before = shown;
  shown = site.path() + site.query();
  shownQuery = site.query();
  current = fromAddress();
  noticeVisit(current);
}

/** Changes the query; the page stays as it is. */
export function replaceQuery(query: string): void {
  history.replaceState(null, "", site.href(site.path() + (query === "" ? "" : `?${query}`)));
  shownQuery = site.query();
}

/** Goes to an address of this site; `instead` replaces the current history entry. */
export function go(path: string, instead = false): void {
  if (instead) history.replaceState(null, "", site.href(path));
  else history.pushState(null, "", site.href(path));
  follow();
  scrollTo(0, 0);
}

/** The game that was just created. */
let created: string | null = null;

/** Opens a game that was just created. */
export function goToNewGame(id: string): void {
  created = id;
  go(`/game/${id}`);
}

/** Whether the game was just created. True once only, so that a reload is no new game. */
export function takeNewGame(id: string): boolean {
  const isNew = created === id;
  created = null;
  return isNew;
}

/** Handles plain clicks on links of this site without reloading the page. */
export function followLinks(): void {
  follow(); // the edition has said where addresses stand
  addEventListener("popstate", follow);
  document.addEventListener("click", (event) => {
    const link = (event.target as Element).closest("a");
    if (event.defaultPrevented || event.button !== 0 || link === null) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (link.hasAttribute("download") || link.target !== "") return;
    const path = site.pathOf(link);
    if (path === null) return;
    event.preventDefault();
    go(path);
  });
}
