import { describe, expect, it } from "vitest";
import { hasTabRow, placeOf, roomAt, rooms } from "../../src/app/navigation";
import { parseRoute } from "../../src/state/route";

const place = (path: string, query = "") => placeOf(parseRoute(path, query));

describe("the rooms", () => {
  it("every tab leads to a page that says it is under this tab", () => {
    for (const { key, tabs } of rooms())
      for (const { key: tab, href } of tabs) expect(place(href), href).toMatchObject({ room: key, tab });
  });

  it("only moderators have the tab Moderation", () => {
    const tabs = (moderator: boolean) =>
      roomAt(place("/events"), moderator)?.tabs.map(({ key }) => key) ?? [];
    expect(tabs(false)).toEqual(["events", "people", "programs"]);
    expect(tabs(true)).toEqual(["events", "people", "programs", "moderation"]);
  });
});

describe("the row of tabs", () => {
  it.each(["/lobby", "/games", "/records", "/reading", "/statistics", "/events/a", "/people/a"])(
    "is in %s",
    (path) => expect(hasTabRow(place(path))).toBe(true),
  );

  it.each([
    "/",
    "/game/a",
    "/lessons/a",
    "/tsume",
    "/records/a",
    "/study/a",
    "/login",
    "/account",
    "/nowhere",
  ])("is not in %s", (path) => expect(hasTabRow(place(path))).toBe(false));

  it("is not at a record that the address carries", () => {
    expect(hasTabRow(place("/records", "?game=abc"))).toBe(false);
  });
});
