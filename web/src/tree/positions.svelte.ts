// The position of a node with its legal moves, from the server, which also reads moves.

import { CallError } from "../api/http";
import { askPosition } from "../core/ask_position";
import type { Position, PositionAnswer, PositionRequest } from "../api/types";
import type { EnteredMove } from "./edits";
import type { TreeNode } from "./tree";

const KEPT_POSITIONS = 400;
const RETRY_MS = 3000;

export class Positions {
  /** The position of the node shown last, once the server has sent it. */
  shown = $state.raw<Position | null>(null);
  /** Whether the rules cannot be applied to it, without kings for instance. */
  noRulesApply = $state(false);
  /** Whether the server could not be reached. */
  offline = $state(false);

  private readonly known = new Map<string, Position>();
  private requests = 0;
  private requestedAt = -Infinity;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;

  constructor(
    private readonly variant: string,
    private readonly handicap: boolean,
  ) {}

  close(): void {
    clearTimeout(this.timer);
    this.closed = true;
  }

  show(node: TreeNode): void {
    clearTimeout(this.timer);
    this.requests += 1;
    const mine = this.requests;
    const key = `${node.usi ?? ""} ${node.sfen}`;
    this.noRulesApply = false;
    this.shown = this.known.get(key) ?? null;
    if (this.shown !== null) return;
    const ask = (): void => {
      this.requestedAt = performance.now();
      this.ask(node).then(
        ({ position }) => {
          this.remember(key, position);
          if (mine === this.requests) this.shown = position;
        },
        (error: unknown) => {
          if (mine !== this.requests || this.closed) return;
          const status = this.failed(error).status;
          // A position that the rules cannot be applied to is read-only; the request is not repeated.
          const permanent = status >= 400 && status < 500 && status !== 429;
          this.noRulesApply = permanent;
          if (!permanent) this.timer = setTimeout(() => this.show(node), RETRY_MS);
        },
      );
    };
    // While an arrow key is held down, only the last position is requested.
    if (performance.now() - this.requestedAt > 300) ask();
    else this.timer = setTimeout(ask, 200);
  }

  /** Reads a move at this node. */
  async enter(node: TreeNode, what: EnteredMove, illegal = false): Promise<PositionAnswer> {
    const answer = await this.ask(node, { ...what, illegal: illegal ? "keep" : "refuse" });
    if (answer.move !== null && !this.closed)
      this.remember(`${answer.move.usi} ${answer.move.sfen}`, answer.position);
    return answer;
  }

  /** Notes whether the server was reached by a call that has failed; all other errors are thrown on. */
  failed(error: unknown): CallError {
    if (!(error instanceof CallError)) throw error;
    this.offline = error.status === 0;
    return error;
  }

  private async ask(node: TreeNode, more: Partial<PositionRequest> = {}): Promise<PositionAnswer> {
    const { sfen, usi: previous } = node;
    const answer = await askPosition({
      variant: this.variant,
      sfen,
      previous,
      handicap: this.handicap,
      ...more,
    });
    this.offline = false;
    return answer;
  }

  private remember(key: string, position: Position): void {
    this.known.set(key, position);
    const oldest = this.known.keys().next();
    if (this.known.size > KEPT_POSITIONS && !oldest.done) this.known.delete(oldest.value);
  }
}
