// The account of this browser, and its settings, which follow the user to other devices.

import { followSession, openSession } from "../api/http";
import { savePreferences } from "../api/own_account";
import type { Account, Session } from "../api/types";
import { applySettings, settings } from "./settings.svelte";

type Shown = Pick<Account, "name" | "display_name" | "role">;
type Notice = Pick<Account, "warning" | "muted_until_ms" | "barred_until_ms">;

const KEY = "komadai.account";
const SAVE_AFTER_MS = 1000;

let account = $state.raw<Shown | null>(remembered());
let notice = $state.raw<Notice | null>(null);
let storedSettings: string | null = null;

/** The account that is logged in; null for a guest. Until the server has answered, that of the last visit. */
export const person = (): Shown | null => account;

/** What a moderator has written to this account, until it is confirmed. */
export const warning = (): Notice | null => notice;

export const warningRead = (): void => void (notice = null);

/** Keeps the account up to date, and stores the user's settings in it. */
export function followPerson(): void {
  followSession(take);
  openSession().catch(() => undefined);
  $effect.root(() => {
    $effect(() => {
      const text = JSON.stringify(settings);
      if (account === null || storedSettings === null || text === storedSettings) return;
      const timer = setTimeout(() => void save(text), SAVE_AFTER_MS);
      return () => clearTimeout(timer);
    });
  });
}

function take(session: Session): void {
  const next = session.account;
  account = next;
  notice = next === null || next.warning === "" ? null : next;
  remember(next);
  if (next === null) {
    storedSettings = null;
    return;
  }
  if (Object.keys(next.preferences).length > 0) {
    applySettings(next.preferences);
    storedSettings = JSON.stringify(settings);
  } else void save(JSON.stringify(settings));
}

/** Shows a changed name. */
export function renamed(changed: Account): void {
  account = changed;
  remember(changed);
}

async function save(text: string): Promise<void> {
  storedSettings = text;
  try {
    await savePreferences(JSON.parse(text) as Record<string, string | boolean>);
  } catch {
    // The settings are stored in this browser, too; the next change is sent again.
  }
}

function remembered(): Shown | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "null") as Shown | null;
  } catch {
    return null; // no storage
  }
}

function remember(next: Shown | null): void {
  try {
    if (next === null) localStorage.removeItem(KEY);
    else
      localStorage.setItem(
        KEY,
        JSON.stringify({ name: next.name, display_name: next.display_name, role: next.role }),
      );
  } catch {
    // Storage is denied: the name is shown after the server's answer.
  }
}
