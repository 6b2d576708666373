// The challenge whose game opens by itself as soon as somebody accepts it, wherever on the page one is meanwhile.

import { getChallenge, withdrawChallenge } from "../api/lobby";
import { pageSocket, type Subscription } from "../api/page_socket";
import type { Challenge, Seek } from "../api/types";
import { goToNewGame } from "./router.svelte";

/** For this tab alone, so that a reload still waits. */
const KEY = "komadai.waiting";
const AGAIN_MS = 3000;

let challenge = $state.raw<Challenge | null>(null);
let since = $state(0);
let invitations = $state.raw<Seek[]>([]);
let subscriptions: Subscription[] = [];
let asked: Stored | null = null;
let onBegin: () => void = () => undefined;

/** The challenge; it is not open any more if it was declined or has expired. */
export const waitingChallenge = (): Challenge | null => challenge;
/** Since when, in milliseconds of this browser's clock. */
export const waitingSince = (): number => since;
/** Who waits is in the lobby, too: others invite them. */
export const whileWaiting = (): readonly Seek[] => invitations;

/** Waits for the game of this challenge from now on. One that the lobby shows is withdrawn for it. */
export async function waitFor(id: string): Promise<void> {
  if (asked?.id === id) return;
  const before = challenge;
  leave();
  if (before?.state === "open" && before.listed) await withdrawChallenge(before.id).catch(() => undefined);
  await begin({ id, since: Date.now() });
}

/** Waits on after a reload. */
export function resumeWaiting(): void {
  const stored = load();
  if (stored !== null) void begin(stored);
}

async function begin(next: Stored): Promise<void> {
  asked = next;
  store(next);
  try {
    const found = await getChallenge(next.id);
    if (asked !== next) return;
    if (!found.mine || found.days !== null) return leave();
    since = next.since;
    challenge = found;
    if (found.state === "open") listen(found.id);
    else if (found.game === null) leave();
    else play(found.game); // it was accepted at once, or while the page was closed
  } catch {
    setTimeout(() => void (asked === next && begin(next)), AGAIN_MS);
  }
}

/** Called when the game begins. */
export function whenGameBegins(call: () => void): () => void {
  onBegin = call;
  return () => (onBegin = () => undefined);
}

/** Waits no longer, and withdraws the challenge. */
export async function stopWaiting(): Promise<void> {
  const open = challenge?.state === "open" ? challenge.id : null;
  leave();
  if (open !== null) await withdrawChallenge(open);
}

function listen(id: string): void {
  const quiet = { state: () => undefined };
  subscriptions = [
    pageSocket.subscribe(() => ({ type: "challenge", id }), {
      ...quiet,
      message: (message) => {
        if (message.type === "challenge" && message.challenge.id === id) take(message.challenge);
      },
    }),
    pageSocket.subscribe(() => ({ type: "lobby", id: "lobby" }), {
      ...quiet,
      message: (message) => {
        if (message.type === "lobby") invitations = message.lobby.invitations;
      },
    }),
  ];
}

/** The link is in the answer over HTTP alone. */
function take(next: Omit<Challenge, "link" | "reachable">): void {
  if (challenge === null) return;
  challenge = { ...next, link: challenge.link, reachable: challenge.reachable };
  if (next.game !== null) play(next.game);
  else if (next.state === "withdrawn") leave();
}

function play(game: string): void {
  leave();
  onBegin();
  goToNewGame(game);
}

function leave(): void {
  for (const each of subscriptions) each.close();
  subscriptions = [];
  asked = challenge = null;
  invitations = [];
  store(null);
}

interface Stored {
  id: string;
  since: number;
}

function load(): Stored | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "null") as Stored | null;
  } catch {
    return null;
  }
}

function store(value: Stored | null): void {
  try {
    if (value === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(value));
  } catch {
    // No storage: a reload does not wait on.
  }
}
