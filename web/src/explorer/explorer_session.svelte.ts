// The answers of the chosen database for the current position.

import { explore, listDatabases } from "../api/explorer";
import { CallError } from "../api/http";
import type { ExplorerAnswer, ExplorerDatabases, ExplorerRequest } from "../api/types";
import { say } from "../i18n";
import { chosenDatabase } from "./chosen_database";

/** The answers that are kept. */
const KEPT = 200;
/** While an arrow key is held down, only the last position is requested. */
const DELAY_MS = 150;

export class ExplorerSession {
  /** What can be shown, and added. null: not received yet. */
  offer = $state.raw<ExplorerDatabases | null>(null);
  readonly databases = $derived(this.offer?.databases ?? null);
  /** Whether there is nothing to show. */
  readonly empty = $derived(this.databases?.every(({ games }) => games === 0) ?? false);
  database = $state("");
  /** null: not received yet, or refused. */
  answer = $state.raw<ExplorerAnswer | null>(null);
  /** The server's reason, or "" if it does not answer; null: no error. */
  trouble = $state<string | null>(null);

  private readonly answers = new Map<string, ExplorerAnswer>();
  private requests = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  async start(): Promise<void> {
    this.trouble = null;
    try {
      const offer = await listDatabases();
      const { databases } = offer;
      const before = databases.find(({ key }) => key === chosenDatabase());
      // An empty database is shown first only if all are.
      const chosen = before ?? databases.find(({ games }) => games > 0) ?? databases[0];
      this.database = chosen?.key ?? "";
      this.offer = offer;
      this.answers.clear();
    } catch (error) {
      this.fail(error);
    }
  }

  ask(request: ExplorerRequest): void {
    clearTimeout(this.timer);
    this.requests += 1;
    const mine = this.requests;
    const key = JSON.stringify(request);
    this.trouble = null;
    this.answer = this.answers.get(key) ?? null;
    if (this.answer !== null) return;
    this.timer = setTimeout(() => {
      explore(request).then(
        (answer) => {
          this.remember(key, answer);
          if (mine === this.requests) this.answer = answer;
        },
        (error: unknown) => {
          if (mine === this.requests) this.fail(error);
        },
      );
    }, DELAY_MS);
  }

  close(): void {
    clearTimeout(this.timer);
    this.requests += 1;
  }

  private remember(key: string, answer: ExplorerAnswer): void {
    this.answers.set(key, answer);
    const oldest = this.answers.keys().next();
    if (this.answers.size > KEPT && !oldest.done) this.answers.delete(oldest.value);
  }

  private fail(error: unknown): void {
    if (!(error instanceof CallError)) throw error;
    this.trouble = error.text === null ? "" : say(error.text);
  }
}
