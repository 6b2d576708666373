// A game of the server on this page: its last message, and the ply shown.

import { pageSocket, Refused, type SocketState, type Subscription } from "../api/page_socket";
import { getChatRights, getGame, getPremoves, newGame, recordUrl, rematch } from "../api/games";
import { CallError } from "../api/http";
import { eventOfGame } from "../api/events";
import { declineGoingOver, goOver } from "../api/studies";
import type { ChatLine, ChatRights, Game, Premoves, ServerMessage, TournamentSummary } from "../api/types";
import { getVariant } from "../api/variants";
import { learnFromGame } from "../state/fair_play.svelte";
import { takeFirstGame } from "../state/first_request";
import { askWaiting } from "../state/waiting.svelte";
import { variantKey } from "../api/variant_key";
import { variantSpec } from "../variants/variant_spec";
import type { Command, GameSource, OpenGame, RecordForm, Trouble } from "./game_source";
import { ShownGame } from "./shown_game.svelte";
import { afterUpdate } from "./updates";

export class ServerGame extends ShownGame implements GameSource {
  /** The state of the connection to the server. */
  connection = $state<SocketState>("opening");
  /** Whether an answer to an offer is being sent: the offer's end is then the user's own doing. */
  answering = false;
  /** What was said, in order. */
  chat = $state.raw<ChatLine[]>([]);

  /** Whether the user may prepare a move now: a person is to move, and the board shows the present. */
  readonly preparing = $derived.by<boolean>(() => {
    const game = this.game;
    if (game === null || !this.isPresent || this.pending !== null || this.variant !== null) return false;
    if (game.adjourned !== null) return false;
    return game.consent && game.status === "playing" && game.you !== null && game.you !== game.position.turn;
  });
  /** The move that is sent after the opponent's, in USI. It is kept on this page only. */
  premove = $state<string | null>(null);
  /** The moves that can be prepared in a position, once they have been loaded. */
  private premovesOf = $state.raw<Premoves | null>(null);
  readonly premoves = $derived(this.premovesOf?.sfen === this.sfenNow ? this.premovesOf.moves : null);

  private socket: Subscription | null = null;
  private closed = false;

  constructor(id: string, changed: (before: Game | null, after: Game) => void) {
    super(id, changed);
    void this.load();
  }

  /** Requests the first state over HTTP: the status says why a game cannot be shown. */
  async load(): Promise<void> {
    this.failure = null;
    try {
      const game = await (takeFirstGame(this.id) ?? getGame(this.id));
      if (game.variant !== "shogi")
        this.variant = variantSpec(await getVariant(variantKey(game.variant, game.options)));
      this.take(game);
    } catch (error) {
      if (this.closed) return;
      const status = error instanceof CallError ? error.status : 0;
      this.failure =
        status === 404 || status === 400
          ? "not-found"
          : status === 403 || status === 401
            ? "refused"
            : "unreachable";
      if (this.failure === "unreachable") setTimeout(() => void (this.closed || this.load()), 3000);
      return;
    }
    if (this.closed || this.socket !== null) return;
    this.socket = pageSocket.subscribe(
      () => ({ type: "game", id: this.id, after: this.game?.event ?? null }),
      {
        message: (message) => this.onMessage(message),
        state: (state) => (this.connection = state),
        refused: (why) => (this.trouble = { code: why.code, text: why.text }),
      },
    );
  }

  close(): void {
    this.closed = true;
    this.socket?.close();
  }

  reconnect(): void {
    this.socket?.reconnect();
  }

  /** Loads the moves that can be prepared in this position. */
  async loadPremoves(): Promise<void> {
    if (!this.preparing || this.premoves !== null) return;
    try {
      this.premovesOf = await getPremoves(this.id);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      this.trouble = { code: "offline", text: error.text };
    }
  }

  /**
   * The prepared move, if the opponent has just moved and it is legal now; "illegal" if it was dropped because
   * it is not, null if there is none to play.
   */
  takePremove(before: Game, after: Game): string | null {
    const premove = this.premove;
    if (premove === null || (before.position.sfen === after.position.sfen && after.status === "playing"))
      return null;
    this.premove = null;
    if (after.status !== "playing" || after.moves.length !== before.moves.length + 1) return null;
    if (after.position.turn !== after.you) return null;
    return after.position.legal.includes(premove) ? premove : "illegal";
  }

  async move(usi: string): Promise<void> {
    this.pending = usi;
    // The board shows the move until the server's update, which may follow its "done".
    if (await this.command({ type: "move", usi })) setTimeout(() => this.settle(usi), 3000);
  }

  /**
   * Sends the command; returns whether the server accepted it. If not, `trouble` holds the reason.
   * Waits a while for a socket that is not open; refuses if the position has changed meanwhile.
   */
  async command(command: Command): Promise<boolean> {
    if (this.socket === null) return false;
    this.busy = true;
    this.answering = command.type === "answer";
    this.trouble = null;
    const position = this.sfenNow;
    try {
      await this.send(this.socket, command, position).catch((error: unknown) => {
        if (!(error instanceof Refused) || error.code !== "session_ended" || this.socket === null)
          throw error;
        return this.send(this.socket, command, position); // with the new session
      });
      return true;
    } catch (error) {
      this.pending = null;
      if (error instanceof Refused) this.trouble = { code: error.code, text: error.text };
      else throw error;
      return false;
    } finally {
      this.busy = false;
      this.answering = false;
    }
  }

  /** Says a set phrase or a text. Returns why it was refused; null: it was said. */
  async say(what: { phrase: string } | { text: string }): Promise<Trouble | null> {
    if (this.socket === null) return { code: "offline", text: null };
    try {
      await this.socket.ready();
      await this.socket.send({ type: "say", ...what, game: this.id, event: this.game?.event ?? 0 });
      return null;
    } catch (error) {
      if (error instanceof Refused) return { code: error.code, text: error.text };
      throw error;
    }
  }

  async rematch(): Promise<string | null> {
    return (await rematch(this.id)).id;
  }

  async goOver(): Promise<string> {
    return `/study/${(await goOver(this.id)).id}`;
  }

  async declineGoingOver(): Promise<void> {
    await declineGoingOver(this.id).catch(() => undefined); // it only tells the opponent
  }

  async studyFrom(sfen: string): Promise<string> {
    const { variant, options: chosen } = this.game ?? { variant: "shogi", options: {} };
    const game = { variant, options: chosen, sfen, both: true, side: "black", impasse: "none" } as const;
    return (await newGame(game)).id;
  }

  chatRights(): Promise<ChatRights> {
    return getChatRights();
  }

  async event(): Promise<TournamentSummary | null> {
    return (await eventOfGame(this.id)).event;
  }

  readonly recordForms = $derived<RecordForm[]>(
    this.variant === null
      ? ["kif", "kif-sjis", "csa", "usi", "svg"]
      : ["kif", "kif-sjis", "usi", "western-text", "svg"],
  );

  recordName(): string {
    return "";
  }

  recordUrl(form: RecordForm, ply?: number): string {
    return recordUrl(this.id, form, ply);
  }

  private async send(socket: Subscription, command: Command, position: string | null): Promise<void> {
    await socket.ready();
    if (this.sfenNow !== position) throw new Refused("stale", null);
    await socket.send({ ...command, game: this.id, event: this.game?.event ?? 0 });
  }

  private settle(usi: string): void {
    if (this.pending === usi) this.pending = null;
  }

  private onMessage(message: ServerMessage): void {
    if (message.type === "game") this.take(message.game);
    else if (message.type === "error") this.trouble = { code: message.code, text: message.message };
    else if (message.type === "chat") {
      const known = new Set(this.chat.map(({ number }) => number));
      const fresh = message.lines.filter(({ number }) => !known.has(number));
      this.chat = [...this.chat, ...fresh].sort((a, b) => a.number - b.number);
    } else if (message.type === "update" && this.game !== null) {
      if (message.notice !== null) this.notice = message.notice;
      this.take(afterUpdate(this.game, message));
    }
  }

  protected override take(game: Game): void {
    const before = this.game;
    learnFromGame(game);
    if (game.days > 0 && game.you !== null && before?.moves.length !== game.moves.length) void askWaiting();
    super.take(game);
  }
}

export const openServerGame: OpenGame = (id, changed) => new ServerGame(id, changed);
