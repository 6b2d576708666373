import { beforeEach, expect, it, vi } from "vitest";

const at = { pathname: "/games", search: "?which=waiting&q=a+b" };
const replaced: string[] = [];
vi.stubGlobal("location", at);
vi.stubGlobal("history", {
  replaceState: (_state: unknown, _title: string, address: string) => {
    replaced.push(address);
    at.search = address.includes("?") ? address.slice(address.indexOf("?")) : "";
  },
});
const { query, setQuery } = await import("../../src/state/query.svelte");

beforeEach(() => void (replaced.length = 0));

it("reads the address", () => {
  expect(query("which")).toBe("waiting");
  expect(query("q")).toBe("a b");
  expect(query("tab")).toBeNull();
});

it("changes one parameter and keeps the others", () => {
  setQuery("which", "finished");
  expect(replaced).toEqual(["/games?which=finished&q=a+b"]);
  expect(query("which")).toBe("finished");
});

it("removes parameters", () => {
  setQuery("which", null);
  setQuery("q", null);
  expect(replaced.at(-1)).toBe("/games");
  expect(query("q")).toBeNull();
});
