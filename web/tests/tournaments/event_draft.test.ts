import { expect, test } from "vitest";
import { type EventDraft, loadEventDraft, newEventOf, suit } from "../../src/tournaments/event_draft";

const draft = (more: Partial<EventDraft>): EventDraft => ({ ...loadEventDraft(), ...more });

test("a title match can have the nine hours of the Meijin match, and colours that go on from a replay", () => {
  const match = newEventOf(
    draft({ system: "title-match", mode: "online", clock: "meijin", afterReplay: "exchanged" }),
  );
  expect(match.clock).toEqual({ main_ms: 9 * 3_600_000, byoyomi_ms: 60_000 });
  expect(match.after_replay).toBe("exchanged");
});

test("another kind of event has neither", () => {
  const other = draft({ system: "swiss", mode: "online", clock: "meijin", afterReplay: "exchanged" });
  suit(other);
  expect(newEventOf(other).clock).toEqual({ main_ms: 600_000, byoyomi_ms: 30_000 });
  expect(newEventOf(other).after_replay).toBe("scheduled");
});

test("an event hears third persons only where that was chosen", () => {
  expect(newEventOf(draft({})).third_persons).toBe(false);
  expect(newEventOf(draft({ thirdPersons: true })).third_persons).toBe(true);
});
