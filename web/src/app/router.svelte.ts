// The current page, and navigation to another.

import { parseRoute, type Route } from "./route";

const fromAddress = (): Route => parseRoute(location.pathname, location.search);

let current = $state.raw<Route>(fromAddress());
export const route = (): Route => current;

/** Goes to an address of this site; `instead` replaces the current history entry. */
export function go(path: string, instead = false): void {
  if (instead) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  current = fromAddress();
  scrollTo(0, 0);
}

let begun: string | null = null;

/** Opens a game that was just created; the page then shows the setup animation. */
export function goToNewGame(id: string): void {
  begun = id;
  go(`/game/${id}`);
}

/** Whether this game was just created; true at the first call only. */
export function takeBegun(id: string): boolean {
  const fresh = begun === id;
  begun = null;
  return fresh;
}

/** Handles plain clicks on links of this site without reloading the page. */
export function followLinks(): void {
  addEventListener("popstate", () => (current = fromAddress()));
  document.addEventListener("click", (event) => {
    const link = (event.target as Element).closest("a");
    if (event.defaultPrevented || event.button !== 0 || link === null) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (link.origin !== location.origin || link.hasAttribute("download") || link.target !== "") return;
    if (link.pathname.startsWith("/api/") || link.hash !== "") return;
    event.preventDefault();
    go(link.pathname + link.search);
  });
}
