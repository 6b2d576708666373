// One game, several tabs: the first one plays, the others watch.

/** What a tab has of a game. */
export interface Held {
  /** Whether this tab may play. */
  readonly isOwn: boolean;
  /** Tells the other tabs that the game has changed. */
  tell: () => void;
  /** Leaves the game to another tab. */
  release: () => void;
}

/**
 * Takes the game for this tab, unless another one has it. `changed` is called when another tab has changed it, and
 * when this tab gets it because the other one was closed.
 */
export async function holdGame(id: string, changed: () => void): Promise<Held> {
  const name = `komadai.game.${id}`;
  const channel = new BroadcastChannel(name);
  channel.onmessage = changed;
  let release = (): void => undefined;
  const leave = new Promise<void>((resolve) => (release = resolve));
  let isOwn = await new Promise<boolean>((resolve) => {
    // Without locks (on plain http to another machine) the database alone notices a second tab.
    if (!("locks" in navigator)) return resolve(true);
    void navigator.locks.request(name, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      return lock === null ? undefined : leave;
    });
  });
  const waiting = new AbortController();
  if (!isOwn)
    navigator.locks
      .request(name, { signal: waiting.signal }, () => {
        isOwn = true;
        changed();
        return leave;
      })
      .catch(() => undefined); // the page was left before
  return {
    get isOwn() {
      return isOwn;
    },
    tell: () => channel.postMessage(null),
    release: () => {
      waiting.abort();
      channel.close();
      release();
      isOwn = false;
    },
  };
}
