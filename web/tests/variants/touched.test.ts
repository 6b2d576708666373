import { beforeEach, expect, test, vi } from "vitest";
import { isOfTouched, loadTouched, storeTouched } from "../../src/variants/touched";

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});

test("a touched piece is known again in the same position of the same game only", () => {
  expect(loadTouched("a", "sfen")).toBeNull();
  storeTouched({ game: "a", sfen: "sfen", origin: "7g" });
  expect(loadTouched("a", "sfen")).toBe("7g");
  expect(loadTouched("b", "sfen")).toBeNull();
  expect(loadTouched("a", "other")).toBeNull();
});

test("without storage no piece is known again", () => {
  vi.stubGlobal("sessionStorage", undefined);
  storeTouched({ game: "a", sfen: "sfen", origin: "7g" });
  expect(loadTouched("a", "sfen")).toBeNull();
});

test("a typed move must be one of the touched piece", () => {
  expect(isOfTouched("7g7f", "7g")).toBe(true);
  expect(isOfTouched("6g6f", "7g")).toBe(false);
  expect(isOfTouched("17g17f", "7g")).toBe(false);
  expect(isOfTouched("1aa1z", "1a")).toBe(false);
  expect(isOfTouched("1aa1z", "1aa")).toBe(true);
  expect(isOfTouched("P*5e", "P*")).toBe(true);
  expect(isOfTouched("HM*5e", "M*")).toBe(false);
  expect(isOfTouched("+P*5e", "+P*")).toBe(true);
});
