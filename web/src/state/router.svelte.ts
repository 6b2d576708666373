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

/** A game that was just created, and the move that the user made on the start page. */
interface NewGame {
  id: string;
  firstMove: string | null;
}
let created: NewGame | null = null;

/** Opens a game that was just created; `firstMove` is played there. */
export function goToNewGame(id: string, firstMove: string | null = null): void {
  created = { id, firstMove };
  go(`/game/${id}`);
}

/** The game if it was just created, else null. Returns it once only, so that a reload is no new game. */
export function takeNewGame(id: string): NewGame | null {
  const game = created?.id === id ? created : null;
  created = null;
  return game;
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
