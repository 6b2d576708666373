// Parses the address into a page and its parameters.

/** A record that the address contains or names. */
export interface Carried {
  /** `link`: the query is a game in USEN with names and comments, a form that several programs use. */
  kind: "link" | "kifu" | "game";
  text: string;
}

export type Route =
  | { page: "start" }
  | { page: "games" }
  | { page: "game"; id: string }
  | { page: "records"; carried: Carried | null }
  | { page: "record"; id: string }
  | { page: "tsume"; id: string | null }
  | { page: "position"; sfen: string | null }
  | { page: "notFound" };

export function parseRoute(path: string, query = ""): Route {
  const parts = path.split("/").filter((part) => part !== "");
  if (parts.length === 0) return { page: "start" };
  if (parts.length === 1 && parts[0] === "games") return { page: "games" };
  if (parts.length === 2 && parts[0] === "game" && parts[1] !== undefined)
    return { page: "game", id: decodeURIComponent(parts[1]) };
  if (parts[0] === "records" && parts.length === 1) return { page: "records", carried: carried(query) };
  if (parts[0] === "records" && parts.length === 2 && parts[1] !== undefined)
    return { page: "record", id: decodeURIComponent(parts[1]) };
  if (parts[0] === "tsume" && parts[1] === "position" && parts.length === 2)
    return { page: "position", sfen: new URLSearchParams(query).get("sfen") };
  if (parts[0] === "tsume" && parts.length <= 2)
    return { page: "tsume", id: parts[1] === undefined ? null : decodeURIComponent(parts[1]) };
  return { page: "notFound" };
}

function carried(query: string): Carried | null {
  const parameters = new URLSearchParams(query);
  if (parameters.get("u") || parameters.get("usen")) return { kind: "link", text: query };
  for (const kind of ["kifu", "game"] as const) {
    const text = parameters.get(kind);
    if (text !== null && text !== "") return { kind, text };
  }
  return null;
}
