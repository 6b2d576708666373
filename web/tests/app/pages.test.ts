import { describe, expect, it } from "vitest";
import { SCRIPTS } from "../../src/app/page_scripts";
import { lazyPage, usePages } from "../../src/app/pages";
import { parseRoute } from "../../src/state/route";

usePages(SCRIPTS);
const page = (path: string) => lazyPage(parseRoute(path));

describe("lazyPage", () => {
  it("gives a page the properties of its route", () => {
    expect(page("/study/abc/2")?.props).toEqual({ id: "abc", chapter: "2", practice: false });
    expect(page("/study/abc/2/practice")?.props).toEqual({ id: "abc", chapter: "2", practice: true });
    expect(page("/lobby")?.props).toEqual({});
  });
  it("makes another game anew, and not another chapter of a study", () => {
    expect(page("/game/a")?.key).not.toBe(page("/game/b")?.key);
    expect(page("/study/a/1")?.key).toBe(page("/study/a/2")?.key);
  });
  it("shows an embedded study without the page around it", () => {
    expect(parseRoute("/study/abc/embed")).toEqual({ page: "embed", id: "abc", chapter: null });
    expect(parseRoute("/study/abc/embed/2")).toEqual({ page: "embed", id: "abc", chapter: "2" });
    expect(parseRoute("/study/abc/2/embed").page).toBe("notFound");
    expect(page("/study/abc/embed")).toBeNull();
  });
  it("leaves unknown addresses to the start script", () => {
    expect(page("/nowhere")).toBeNull();
  });
});
