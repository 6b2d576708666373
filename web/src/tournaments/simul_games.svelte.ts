// The games of a simultaneous display on its host's page. The page follows all of them, so that the host counts as
// here on every board.

import { pageSocket, type SocketState, type Subscription } from "../api/page_socket";
import type { Game, ServerMessage } from "../api/types";
import { afterUpdate } from "../play/updates";

export class SimulGames {
  /** As far as they have arrived, by their ids. */
  games = $state.raw<ReadonlyMap<string, Game>>(new Map());
  connection = $state<SocketState>("opening");
  /** When each game arrived last, and since when its host is to move, by performance.now(). */
  readonly at = new Map<string, number>();
  readonly since = new Map<string, number>();
  private readonly subscriptions = new Map<string, Subscription>();

  /** Follows these games; those that were followed before go on. */
  follow(ids: Iterable<string>): void {
    for (const id of ids) {
      if (this.subscriptions.has(id)) continue;
      const subscription = pageSocket.subscribe(
        () => ({ type: "game", id, after: this.games.get(id)?.event ?? null }),
        {
          message: (message) => this.take(id, message),
          state: (state) => (this.connection = state),
        },
      );
      this.subscriptions.set(id, subscription);
    }
  }

  close(): void {
    for (const subscription of this.subscriptions.values()) subscription.close();
    this.subscriptions.clear();
  }

  private take(id: string, message: ServerMessage): void {
    const before = this.games.get(id);
    const after =
      message.type === "game"
        ? message.game
        : message.type === "update" && before !== undefined
          ? afterUpdate(before, message)
          : null;
    if (after === null) return;
    const now = performance.now();
    this.at.set(id, now);
    const { turn } = after.position;
    if (before === undefined) this.since.set(id, 0);
    else if (before.position.turn !== turn && turn === after.you) this.since.set(id, now);
    this.games = new Map(this.games).set(id, after);
  }
}
