// Whether this browser has a history here: the start page then shows what can be continued, not three ways to begin.

import { person } from "./person.svelte";
import { BEGUN, hasBegun } from "./begun";
import type { Route } from "./route";

/** The pages where something is begun that can be continued. */
const BEGINNINGS: readonly Route["page"][] = ["game", "lesson", "record", "study"];

let begun = $state(hasBegun());

export const hasHistory = (): boolean => begun || person() !== null;

/** Notices that something was begun. */
export function noticeVisit({ page }: Route): void {
  if (begun || !BEGINNINGS.includes(page)) return;
  begun = true;
  try {
    localStorage.setItem(BEGUN, "1");
  } catch {
    // No storage: the page is a new one at the next visit.
  }
}
