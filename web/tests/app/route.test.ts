import { describe, expect, it } from "vitest";
import { parseRoute } from "../../src/app/route";

describe("addresses of mate problems", () => {
  it("name the next problem, one problem, or a position", () => {
    expect(parseRoute("/tsume")).toEqual({ page: "tsume", id: null });
    expect(parseRoute("/tsume/3-0a1b2c3d4e")).toEqual({ page: "tsume", id: "3-0a1b2c3d4e" });
    expect(parseRoute("/tsume/position")).toEqual({ page: "position", sfen: null });
    expect(parseRoute("/tsume/position", "?sfen=4k4%2F9%20b%20-%201")).toEqual({
      page: "position",
      sfen: "4k4/9 b - 1",
    });
    expect(parseRoute("/tsume/a/b")).toEqual({ page: "nowhere" });
  });
});
