import { describe, expect, it, test } from "vitest";
import { parseRoute, type Route } from "../../src/state/route";

describe("addresses of mate problems", () => {
  it("name the next problem, one problem, or a position", () => {
    expect(parseRoute("/tsume")).toEqual({ page: "tsume", id: null });
    expect(parseRoute("/tsume/3-0a1b2c3d4e")).toEqual({ page: "tsume", id: "3-0a1b2c3d4e" });
    expect(parseRoute("/tsume/position")).toEqual({ page: "position", sfen: null });
    expect(parseRoute("/tsume/position", "?sfen=4k4%2F9%20b%20-%201")).toEqual({
      page: "position",
      sfen: "4k4/9 b - 1",
    });
    expect(parseRoute("/tsume/course")).toEqual({ page: "course" });
    expect(parseRoute("/tsume/course/18")).toEqual({ page: "grade", kyu: 18 });
    expect(parseRoute("/tsume/course/repeat")).toEqual({ page: "grade", kyu: null });
    for (const wrong of ["/tsume/course/0", "/tsume/course/x", "/tsume/course/1/2"])
      expect(parseRoute(wrong)).toEqual({ page: "notFound" });
    expect(parseRoute("/tsume/a/b")).toEqual({ page: "notFound" });
  });
});

test("the address of a record, and an address that contains one", () => {
  expect(parseRoute("/records")).toEqual({ page: "records", carried: null });
  expect(parseRoute("/records", "?usen=~0.7ku&bn=%E5%8D%97")).toEqual({
    page: "records",
    carried: { kind: "link", text: "?usen=~0.7ku&bn=%E5%8D%97" },
  });
  expect(parseRoute("/records", "?u=~0.7ku")).toMatchObject({ carried: { kind: "link" } });
  expect(parseRoute("/records", "?game=12")).toMatchObject({ carried: { kind: "game", text: "12" } });
  expect(parseRoute("/records", "?kifu=%E2%96%B2%EF%BC%97%E5%85%AD%E6%AD%A9")).toMatchObject({
    carried: { kind: "kifu", text: "▲７六歩" },
  });
  expect(parseRoute("/records/abc")).toEqual({ page: "record", id: "abc" });
  expect(parseRoute("/records/abc/d")).toEqual({ page: "notFound" });
});

test("the moderators’ pages", () => {
  expect(parseRoute("/moderation")).toEqual({ page: "moderation" });
  expect(parseRoute("/moderation/games/abc")).toEqual({ page: "figures", id: "abc" });
  expect(parseRoute("/moderation/games")).toEqual({ page: "notFound" });
});

test("the events, and one of them", () => {
  expect(parseRoute("/events")).toEqual({ page: "events" });
  expect(parseRoute("/events/abc")).toEqual({ page: "event", id: "abc" });
  expect(parseRoute("/events/abc/1")).toEqual({ page: "notFound" });
  expect(parseRoute("/events/abc/boards")).toEqual({ page: "boards", id: "abc" });
});

test("the programs, and their games of a day", () => {
  expect(parseRoute("/programs")).toEqual({ page: "programs", day: null });
  expect(parseRoute("/programs/2026-11-27")).toEqual({ page: "programs", day: "2026-11-27" });
  expect(parseRoute("/programs/2026-11-27/1")).toEqual({ page: "notFound" });
});

test("the gallery of variants, and one of them", () => {
  expect(parseRoute("/variants")).toEqual({ page: "variants" });
  expect(parseRoute("/variants/goro-goro")).toEqual({ page: "variant", name: "goro-goro" });
  expect(parseRoute("/variants/chu/rules")).toEqual({ page: "notFound" });
});

test("the address of the page on how the program thinks", () => {
  expect(parseRoute("/thinking")).toEqual({ page: "thinking", sfen: null });
  expect(parseRoute("/thinking", "?sfen=4k4%2F9%20b%20-%201")).toEqual({
    page: "thinking",
    sfen: "4k4/9 b - 1",
  });
});

test("accounts and profiles", () => {
  expect(parseRoute("/login")).toEqual({ page: "login", register: false });
  expect(parseRoute("/register")).toEqual({ page: "login", register: true });
  expect(parseRoute("/account")).toEqual({ page: "account" });
  expect(parseRoute("/people/Habu_01")).toEqual({ page: "profile", name: "Habu_01" });
  expect(parseRoute("/people")).toEqual({ page: "people" });
});

test("the channels of shogi TV", () => {
  expect(parseRoute("/tv")).toEqual({ page: "tv", channel: null });
  expect(parseRoute("/tv/shogi-rapid")).toEqual({ page: "tv", channel: "shogi-rapid" });
  expect(parseRoute("/tv/a/b")).toEqual({ page: "notFound" });
});

test("the statistics of a database and of a player", () => {
  expect(parseRoute("/statistics")).toEqual({ page: "statistics", database: "", player: "" });
  expect(parseRoute("/statistics", "?database=here&player=Habu_01")).toEqual({
    page: "statistics",
    database: "here",
    player: "Habu_01",
  });
});

describe("parts that are percent-encoded", () => {
  it("are read as the text that they stand for", () => {
    expect(parseRoute("/people/%E7%BE%BD%E7%94%9F")).toEqual({ page: "profile", name: "羽生" });
    expect(parseRoute("/study/a%2Fb")).toMatchObject({ page: "study", id: "a/b", chapter: null });
  });

  it("are no page if they stand for none", () => {
    const pages = [
      "game",
      "challenge",
      "tv",
      "programs",
      "events",
      "records",
      "tsume",
      "lessons",
      "lessons/class",
    ];
    pages.push("reading/games", "study", "study/a", "variants", "mail/reset", "moderation/games", "people");
    for (const page of pages)
      for (const wrong of ["%", "%zz", "%E0%A4%A", "%FF", "a%"])
        expect(parseRoute(`/${page}/${wrong}`), page).toEqual({ page: "notFound" });
    for (const path of [
      "/study/%/embed",
      "/study/a/embed/%",
      "/study/a/%/practice",
      "/events/%/boards",
      "/%",
    ])
      expect(parseRoute(path), path).toEqual({ page: "notFound" });
  });
});

/** An address of each page; the compiler checks that no page is missing. */
const ADDRESSES: Record<Route["page"], string> = {
  start: "/",
  games: "/games",
  game: "/game/a",
  computer: "/computer",
  lobby: "/lobby",
  challenge: "/challenge/a",
  tv: "/tv",
  programs: "/programs",
  events: "/events",
  event: "/events/a",
  boards: "/events/a/boards",
  records: "/records",
  record: "/records/a",
  position: "/tsume/position",
  clock: "/tsume/clock",
  course: "/tsume/course",
  grade: "/tsume/course/18",
  tsume: "/tsume",
  lessons: "/lessons",
  repetition: "/lessons/repetition",
  classes: "/lessons/class",
  people: "/people",
  lesson: "/lessons/a",
  class: "/lessons/class/a",
  reading: "/reading",
  thinking: "/thinking",
  studies: "/studies",
  embed: "/study/a/embed",
  study: "/study/a",
  statistics: "/statistics",
  variants: "/variants",
  variant: "/variants/a",
  login: "/login",
  account: "/account",
  forgotten: "/forgotten",
  mail: "/mail/reset/a",
  moderation: "/moderation",
  figures: "/moderation/games/a",
  profile: "/people/a",
  notFound: "/nowhere",
};

test.each(Object.entries(ADDRESSES))("the page %s has the address %s", (page, address) => {
  expect(parseRoute(address).page).toBe(page);
});

/** Addresses that have been sent in links and printed on sheets: each of them keeps its page. */
const SENT = [
  ["/games?which=waiting", "games"],
  ["/tv/shogi-rapid", "tv"],
  ["/programs/2026-11-28", "programs"],
  ["/records?usen=~0.7ku2jm", "records"],
  ["/records?u=0.7ku2jm", "records"],
  ["/records?kifu=startpos", "records"],
  ["/records?game=abc", "records"],
  ["/tsume/123", "tsume"],
  ["/tsume/course/repeat", "grade"],
  ["/tsume/position?sfen=9/9/9", "position"],
  ["/reading/glossary/tokin", "reading"],
  ["/reading/games/first", "reading"],
  ["/reading/history", "reading"],
  ["/study/a/2", "study"],
  ["/study/a/2/practice", "study"],
  ["/study/a/embed/2", "embed"],
  ["/statistics?player=a&database=here", "statistics"],
  ["/thinking?sfen=9/9/9", "thinking"],
  ["/variants/minishogi", "variant"],
  ["/register", "login"],
  ["/mail/confirm/a", "mail"],
  ["/mail/unsubscribe/a", "mail"],
  ["/lobby?to=alice", "lobby"],
] as const;

test.each(SENT)("the address %s is still that of the page %s", (address, page) => {
  const { pathname, search } = new URL(address, "http://komadai.test");
  expect(parseRoute(pathname, search).page).toBe(page);
});
