import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { dismissToast, keepToast, leaveLater, shownToast, toast } from "../../src/ui/toast.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  dismissToast();
  vi.useRealTimers();
});

it("is shown for five seconds", () => {
  toast("Record saved");
  vi.advanceTimersByTime(4900);
  expect(shownToast()?.text).toBe("Record saved");
  vi.advanceTimersByTime(200);
  expect(shownToast()).toBeNull();
});

it("stays while a person points at it", () => {
  toast("Record saved");
  keepToast();
  vi.advanceTimersByTime(60_000);
  expect(shownToast()).not.toBeNull();
  leaveLater();
  vi.advanceTimersByTime(5000);
  expect(shownToast()).toBeNull();
});

it("a new one has its own five seconds", () => {
  const undo = () => undefined;
  toast("One");
  vi.advanceTimersByTime(4000);
  toast("Two", undo);
  vi.advanceTimersByTime(4000);
  expect(shownToast()).toEqual({ text: "Two", undo });
});
