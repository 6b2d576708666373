// Parses the address into a page and its parameters: a table of patterns.

/** A record that the address contains or names. */
export interface Carried {
  /** `link`: the query is a game in USEN with names and comments, a form that several programs use. */
  kind: "link" | "kifu" | "game";
  text: string;
}

const MAIL_LINKS = ["confirm", "reset", "unsubscribe"] as const;
/** What a link in a mail is for. */
export type MailLinkKind = (typeof MAIL_LINKS)[number];

const READING_PARTS = ["glossary", "history", "games", "chess", "world", "books", "links"] as const;
/** The parts of the reading room. */
export type ReadingPart = (typeof READING_PARTS)[number];

/** The parameters of a pattern, by name. */
type Found<Pattern extends string> = Pattern extends `/${infer First}/${infer Rest}`
  ? Parameter<First> & Found<`/${Rest}`>
  : Pattern extends `/${infer Last}`
    ? Parameter<Last>
    : never;
type Parameter<Part extends string> = Part extends `:${infer Name}?`
  ? Record<Name, string | null>
  : Part extends `:${infer Name}`
    ? Record<Name, string>
    : unknown;

/** The query: its text, and its parameters. */
interface Asked {
  query: string;
  get: (name: string) => string | null;
}

interface Address<Name extends string, Properties> {
  page: Name;
  /** The parts of the pattern. */
  pattern: readonly string[];
  properties: (found: Record<string, string | null>, asked: Asked) => Properties | null;
}

/**
 * Addresses of a page. In a pattern `:name` is one part of the path, `:name?` one that may be missing, which is
 * null then. The page's properties are these parameters, or what is made from them and the query; null: there is
 * no such page.
 */
function at<Name extends string, Pattern extends string, Properties = Found<Pattern>>(
  page: Name,
  pattern: Pattern,
  properties: (found: Found<Pattern>, asked: Asked) => Properties | null = (found) => found as Properties,
): Address<Name, Properties> {
  return {
    page,
    pattern: partsIn(pattern),
    properties: properties as Address<Name, Properties>["properties"],
  };
}

/** The first address that matches counts. */
const ADDRESSES = [
  // Links to a position from before the computer had a page of its own.
  at("computer", "/", (_, { get }) => (get("sfen") === null ? null : {})),
  at("start", "/"),
  at("games", "/games"),
  at("game", "/game/:id"),
  at("computer", "/computer"),
  at("lobby", "/lobby"),
  at("challenge", "/challenge/:id"),
  at("tv", "/tv/:channel?"),
  at("programs", "/programs/:day?"),
  at("events", "/events"),
  at("event", "/events/:id"),
  at("boards", "/events/:id/boards"),
  at("records", "/records", (_, asked) => ({ carried: carried(asked) })),
  at("record", "/records/:id"),
  at("position", "/tsume/position", (_, { get }) => ({ sfen: get("sfen") })),
  at("course", "/tsume/course"),
  at("grade", "/tsume/course/:grade", ({ grade }) => gradeOf(grade)),
  at("clock", "/tsume/clock"),
  at("tsume", "/tsume/:id?"),
  at("lessons", "/lessons"),
  at("repetition", "/lessons/repetition"),
  at("classes", "/lessons/class"),
  at("lesson", "/lessons/:id"),
  at("class", "/lessons/class/:id"),
  at("reading", "/reading/:part?/:id?", ({ part, id }) => readingOf(part ?? "glossary", id)),
  at("thinking", "/thinking", (_, { get }) => ({ sfen: get("sfen") })),
  at("studies", "/studies"),
  at("embed", "/study/:id/embed/:chapter?"),
  at("study", "/study/:id/:chapter?", (found) => ({ ...found, practice: false })),
  at("study", "/study/:id/:chapter/practice", (found) => ({ ...found, practice: true })),
  at("statistics", "/statistics", (_, { get }) => ({
    database: get("database") ?? "",
    player: get("player") ?? "",
  })),
  at("variants", "/variants"),
  at("variant", "/variants/:name"),
  at("login", "/login", () => ({ register: false })),
  at("login", "/register", () => ({ register: true })),
  at("account", "/account"),
  at("forgotten", "/forgotten"),
  at("mail", "/mail/:kind/:token", ({ kind, token }) => mailOf(kind, token)),
  at("moderation", "/moderation"),
  at("figures", "/moderation/games/:id"),
  at("people", "/people"),
  at("profile", "/people/:name"),
] as const;

type RouteAt<A> = A extends Address<infer Name, infer Properties> ? { page: Name } & Properties : never;
/** A page, and its properties. */
export type Route = RouteAt<(typeof ADDRESSES)[number]> | { page: "notFound" };

export function parseRoute(path: string, query = ""): Route {
  const parts = decoded(path);
  const parameters = new URLSearchParams(query);
  const asked: Asked = { query, get: (name) => parameters.get(name) };
  if (parts === null) return { page: "notFound" };
  for (const { page, pattern, properties } of ADDRESSES) {
    const found = match(pattern, parts);
    const made = found === null ? null : properties(found, asked);
    if (made !== null) return { page, ...(made as object) } as Route;
  }
  return { page: "notFound" };
}

function partsIn(path: string): string[] {
  return path.split("/").filter((part) => part !== "");
}

/** The parts of a path; null if one is not valid percent-encoding. */
function decoded(path: string): string[] | null {
  try {
    return partsIn(path).map(decodeURIComponent);
  } catch {
    return null;
  }
}

/** The parameters; null if the parts do not match the pattern. */
function match(pattern: readonly string[], parts: readonly string[]): Record<string, string | null> | null {
  if (parts.length > pattern.length) return null;
  const found: Record<string, string | null> = {};
  for (const [index, wanted] of pattern.entries()) {
    const part = parts[index] ?? null;
    if (!wanted.startsWith(":")) {
      if (part !== wanted) return null;
    } else if (wanted.endsWith("?")) found[wanted.slice(1, -1)] = part;
    else if (part === null) return null;
    else found[wanted.slice(1)] = part;
  }
  return found;
}

const oneOf = <T extends string>(all: readonly T[], asked: string | null): T | null =>
  all.find((each) => each === asked) ?? null;

/** A grade of the course of mate problems, or what is to be repeated. */
function gradeOf(grade: string): { kyu: number | null } | null {
  if (!/^(repeat|[1-9]\d?)$/.test(grade)) return null;
  return { kyu: grade === "repeat" ? null : Number(grade) };
}

/** Only words and games have a page each. */
function readingOf(asked: string, id: string | null): { part: ReadingPart; id: string | null } | null {
  const part = oneOf(READING_PARTS, asked);
  return part === null || (id !== null && part !== "glossary" && part !== "games") ? null : { part, id };
}

function mailOf(asked: string, token: string): { kind: MailLinkKind; token: string } | null {
  const kind = oneOf(MAIL_LINKS, asked);
  return kind === null ? null : { kind, token };
}

function carried({ query, get }: Asked): Carried | null {
  if (get("u") || get("usen")) return { kind: "link", text: query };
  for (const kind of ["kifu", "game"] as const) {
    const text = get(kind);
    if (text !== null && text !== "") return { kind, text };
  }
  return null;
}
