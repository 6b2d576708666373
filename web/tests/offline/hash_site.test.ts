import { describe, expect, it, vi } from "vitest";
import { hashSite } from "../../src/offline/hash_site";

const site = hashSite(["start", "tsume"], {
  isAnswered: (address) => address === "/api/records",
  fileOf: (address) => (address === "/api/board.svg" ? "data/board.svg" : null),
});

const at = (hash: string): void =>
  void vi.stubGlobal("location", { pathname: "/club/shogi/", search: "", hash, origin: "http://localhost" });

describe("addresses after the hash", () => {
  it("have the path and the query there, whatever the folder", () => {
    at("#/records?kifu=a&explore");
    expect([site.path(), site.query()]).toEqual(["/records", "?kifu=a&explore"]);
    at("");
    expect([site.path(), site.query()]).toEqual(["/", ""]);
  });

  it("are what links have", () => {
    const link = (href: string) => ({ getAttribute: () => href }) as unknown as HTMLAnchorElement;
    expect(site.href("/tsume?id=1")).toBe("#/tsume?id=1");
    expect(site.pathOf(link("/tsume?id=1"))).toBe("/tsume?id=1");
    expect(site.pathOf(link("#/tsume?id=1"))).toBe("/tsume?id=1");
    expect(site.pathOf(link("https://example.org/"))).toBeNull();
  });
});

it("what an edition does not have is not there", () => {
  const all = ["/", "/tsume?id=1", "/lobby?custom", "/api/records", "/api/reviews"];
  expect(all.filter((each) => site.isThere(each))).toEqual(["/", "/tsume?id=1", "/api/records"]);
});

it("a picture that is there is found as a file", () => {
  expect(site.isThere("/api/board.svg")).toBe(true);
  expect(site.file("/api/board.svg")).toBe("data/board.svg");
});
