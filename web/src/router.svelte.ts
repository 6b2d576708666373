// Which page the address names.

export type Route =
  { page: "start" } | { page: "games" } | { page: "game"; id: string } | { page: "nowhere" };

export function parseRoute(path: string): Route {
  const parts = path.split("/").filter((part) => part !== "");
  if (parts.length === 0) return { page: "start" };
  if (parts.length === 1 && parts[0] === "games") return { page: "games" };
  if (parts.length === 2 && parts[0] === "game" && parts[1] !== undefined)
    return { page: "game", id: decodeURIComponent(parts[1]) };
  return { page: "nowhere" };
}

let current = $state.raw<Route>(parseRoute(location.pathname));
export const route = (): Route => current;

export function go(path: string): void {
  history.pushState(null, "", path);
  current = parseRoute(location.pathname);
  scrollTo(0, 0);
}

let begun: string | null = null;

/** Opens a game just created: it is set up before the reader's eyes. */
export function goToNewGame(id: string): void {
  begun = id;
  go(`/game/${id}`);
}

/** Whether this game was created a moment ago; true once only. */
export function takeBegun(id: string): boolean {
  const fresh = begun === id;
  begun = null;
  return fresh;
}

/** Lets plain clicks on links of this page change the page without a reload. */
export function followLinks(): void {
  addEventListener("popstate", () => (current = parseRoute(location.pathname)));
  document.addEventListener("click", (event) => {
    const link = (event.target as Element).closest("a");
    if (event.defaultPrevented || event.button !== 0 || link === null) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (link.origin !== location.origin || link.hasAttribute("download") || link.target !== "") return;
    if (link.pathname.startsWith("/api/") || link.hash !== "") return;
    event.preventDefault();
    go(link.pathname);
  });
}
