// Parses the address into a page and its parameters.

/** A record that the address contains or names. */
export interface Carried {
  /** `link`: the query is a game in USEN with names and comments, a form that several programs use. */
  kind: "link" | "kifu" | "game";
  text: string;
}

export const GAMES_PARTS = ["all", "waiting", "running", "correspondence", "adjourned", "finished"] as const;
/** A part of the list of one's games. */
export type GamesPart = (typeof GAMES_PARTS)[number];

const partOf = (query: string): GamesPart =>
  GAMES_PARTS.find((part) => part === new URLSearchParams(query).get("which")) ?? "all";

const MAIL_LINKS = ["confirm", "reset", "unsubscribe"] as const;
/** What a link in a mail is for. */
export type MailLinkKind = (typeof MAIL_LINKS)[number];

/** The parts of the reading room. */
export type ReadingPart = "glossary" | "history" | "games" | "chess" | "books";
const READING_PARTS: readonly string[] = ["glossary", "history", "games", "chess", "books"];

export type Route =
  | { page: "start" }
  | { page: "games"; which: GamesPart }
  | { page: "game"; id: string }
  | { page: "lobby" }
  | { page: "challenge"; id: string }
  | { page: "tv"; channel: string | null }
  | { page: "records"; carried: Carried | null }
  | { page: "record"; id: string }
  | { page: "tsume"; id: string | null }
  | { page: "course" }
  | { page: "grade"; kyu: number | null }
  | { page: "position"; sfen: string | null }
  | { page: "lessons" }
  | { page: "lesson"; id: string }
  | { page: "repetition" }
  | { page: "class"; id: string }
  | { page: "reading"; part: ReadingPart; id: string | null }
  | { page: "thinking"; sfen: string | null }
  | { page: "programs"; day: string | null }
  | { page: "events" }
  | { page: "event"; id: string }
  | { page: "boards"; id: string }
  | { page: "studies" }
  | { page: "study"; id: string; chapter: string | null; practice: boolean }
  | { page: "embed"; id: string; chapter: string | null }
  | { page: "statistics"; database: string; player: string }
  | { page: "variants" }
  | { page: "variant"; name: string }
  | { page: "login"; register: boolean }
  | { page: "account" }
  | { page: "forgotten" }
  | { page: "mail"; kind: MailLinkKind; token: string }
  | { page: "moderation" }
  | { page: "figures"; id: string }
  | { page: "profile"; name: string }
  | { page: "notFound" };

export function parseRoute(path: string, query = ""): Route {
  const parts = partsOf(path);
  return parts === null ? { page: "notFound" } : routeOf(parts, query);
}

/** The parts of a path; null if one is not valid percent-encoding. */
function partsOf(path: string): string[] | null {
  try {
    return path
      .split("/")
      .filter((part) => part !== "")
      .map(decodeURIComponent);
  } catch {
    return null;
  }
}

function routeOf(parts: readonly string[], query: string): Route {
  if (parts.length === 0) return { page: "start" };
  if (parts.length === 1 && parts[0] === "games") return { page: "games", which: partOf(query) };
  if (parts.length === 2 && parts[0] === "game" && parts[1] !== undefined)
    return { page: "game", id: parts[1] };
  if (parts.length === 1 && parts[0] === "lobby") return { page: "lobby" };
  if (parts.length === 2 && parts[0] === "challenge" && parts[1] !== undefined)
    return { page: "challenge", id: parts[1] };
  if (parts[0] === "tv" && parts.length <= 2) return { page: "tv", channel: parts[1] ?? null };
  if (parts[0] === "programs" && parts.length <= 2) return { page: "programs", day: parts[1] ?? null };
  if (parts.length === 1 && parts[0] === "events") return { page: "events" };
  if (parts.length === 2 && parts[0] === "events" && parts[1] !== undefined)
    return { page: "event", id: parts[1] };
  if (parts.length === 3 && parts[0] === "events" && parts[1] !== undefined && parts[2] === "boards")
    return { page: "boards", id: parts[1] };
  if (parts[0] === "records" && parts.length === 1) return { page: "records", carried: carried(query) };
  if (parts[0] === "records" && parts.length === 2 && parts[1] !== undefined)
    return { page: "record", id: parts[1] };
  if (parts[0] === "tsume" && parts[1] === "position" && parts.length === 2)
    return { page: "position", sfen: new URLSearchParams(query).get("sfen") };
  if (parts[0] === "tsume" && parts[1] === "course") return courseRoute(parts.slice(2));
  if (parts[0] === "tsume" && parts.length <= 2) return { page: "tsume", id: parts[1] ?? null };
  if (parts[0] === "lessons") return lessonsRoute(parts.slice(1));
  if (parts[0] === "reading") return readingRoute(parts.slice(1));
  if (parts[0] === "thinking" && parts.length === 1)
    return { page: "thinking", sfen: new URLSearchParams(query).get("sfen") };
  if (parts[0] === "studies" && parts.length === 1) return { page: "studies" };
  if (parts[0] === "study" && parts[1] !== undefined && parts[2] === "embed" && parts.length <= 4) {
    const chapter = parts[3] ?? null;
    return { page: "embed", id: parts[1], chapter };
  }
  const practice = parts.length === 4 && parts[3] === "practice";
  if (parts[0] === "study" && parts[1] !== undefined && (parts.length <= 3 || practice)) {
    const chapter = parts[2] ?? null;
    return { page: "study", id: parts[1], chapter, practice };
  }
  if (parts[0] === "statistics" && parts.length === 1) {
    const asked = new URLSearchParams(query);
    return { page: "statistics", database: asked.get("database") ?? "", player: asked.get("player") ?? "" };
  }
  if (parts[0] === "variants" && parts.length === 1) return { page: "variants" };
  if (parts[0] === "variants" && parts.length === 2 && parts[1] !== undefined)
    return { page: "variant", name: parts[1] };
  if (parts.length === 1 && (parts[0] === "login" || parts[0] === "register"))
    return { page: "login", register: parts[0] === "register" };
  if (parts.length === 1 && parts[0] === "account") return { page: "account" };
  if (parts.length === 1 && parts[0] === "forgotten") return { page: "forgotten" };
  const kind = parts[0] === "mail" ? MAIL_LINKS.find((each) => each === parts[1]) : undefined;
  if (kind !== undefined && parts[2] !== undefined && parts.length === 3)
    return { page: "mail", kind, token: parts[2] };
  if (parts.length === 1 && parts[0] === "moderation") return { page: "moderation" };
  if (parts[0] === "moderation" && parts[1] === "games" && parts[2] !== undefined && parts.length === 3)
    return { page: "figures", id: parts[2] };
  if (parts.length === 2 && parts[0] === "people" && parts[1] !== undefined)
    return { page: "profile", name: parts[1] };
  return { page: "notFound" };
}

/** The course of mate problems, a grade of it, or what is to be repeated. */
function courseRoute([grade, ...more]: readonly string[]): Route {
  if (grade === undefined) return { page: "course" };
  if (more.length > 0 || !/^(repeat|[1-9]\d?)$/.test(grade)) return { page: "notFound" };
  return { page: "grade", kyu: grade === "repeat" ? null : Number(grade) };
}

function lessonsRoute([first, second, ...more]: readonly string[]): Route {
  if (first === undefined) return { page: "lessons" };
  if (first === "class" && second !== undefined && more.length === 0) return { page: "class", id: second };
  if (second !== undefined) return { page: "notFound" };
  return first === "repetition" ? { page: "repetition" } : { page: "lesson", id: first };
}

function readingRoute([part = "glossary", id, ...more]: readonly string[]): Route {
  const hasPages = part === "glossary" || part === "games";
  if (!READING_PARTS.includes(part) || more.length > 0 || (id !== undefined && !hasPages))
    return { page: "notFound" };
  return { page: "reading", part: part as ReadingPart, id: id ?? null };
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
