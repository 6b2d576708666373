// Edits of a chapter that several people change. The server keeps the tree: an operation is sent, and what it has
// changed comes back on the socket to everybody, also to who has sent it.

import type {
  Chapter,
  ChapterNode,
  ChapterPerson,
  ChapterUpdate,
  Move,
  OperationAnswer,
  Review,
  TreeCommand,
} from "../api/types";
import { DEVICE_ID } from "../analysis/analysis_source";
import type { BoardSpec } from "../board/spec";
import type { Edits, EnteredMove, Notice } from "../tree/edits";
import { TreeCursor } from "../tree/tree_cursor.svelte";
import { findChild, get, path, ROOT, siblings, variation, type Tree, type TreeNode } from "../tree/tree";

/** Milliseconds after the last key before a text is sent. */
const TYPING_MS = 700;
/** Who follows sees where one has stayed for this time. */
const LOOK_MS = 250;
/** Milliseconds until a text that could not be sent is sent again. */
const RETRY_MS = 3000;
/** How long a move that the server has taken may stay away from the socket. */
const ARRIVAL_MS = 8000;

type SharedNode = TreeNode & ChapterNode;
type DraftKind = "comment" | "bookmark";

/** A text that is being written and not yet sent. */
interface Draft {
  text: string;
  timer: ReturnType<typeof setTimeout>;
}

/** Shows the others to which node one has gone; `follows`: to be where another is, and on with them. */
type Look = (node: number, follows: boolean) => Promise<unknown>;

/** A chapter of a study. */
export type ChapterCursor = TreeCursor<SharedEdits>;

export const openChapter = (
  chapter: Chapter,
  send: (command: TreeCommand) => Promise<OperationAnswer>,
  onnode: (node: TreeNode, step: boolean) => void,
  spec?: BoardSpec,
  look?: Look,
  keep?: (job: string) => Promise<unknown>,
): ChapterCursor =>
  new TreeCursor(chapter, (cursor) => new SharedEdits(cursor, chapter, send, look, keep), onnode, spec);

export class SharedEdits implements Edits {
  readonly asksRules = true;
  readonly maxComment = 2000;
  people = $state.raw<readonly ChapterPerson[]>([]);
  readers = $state(0);
  canEdit = $state(false);
  private mayUndo = $state(false);
  private mayRedo = $state(false);
  readonly canUndo = $derived(this.canEdit && this.mayUndo);
  readonly canRedo = $derived(this.canEdit && this.mayRedo);
  /** The review that is kept with the chapter, or was made here. */
  review = $state.raw<Review | null>(null);
  /** The number of the next operation: what the page has. */
  count = 0;
  /** Who has added the current move; null: it is in the record. */
  readonly author = $derived(this.people.find(({ key }) => key === this.node.by) ?? null);

  /** Whether one sees where the other goes; an own step ends that. */
  following = $state(true);
  /** Where another person has gone last. */
  private lead = $state.raw<{ node: number; by: number } | null>(null);
  /** Who has gone there without following: they are there still. Others are where one is oneself. */
  private readonly apart = new Set<number>();
  /** Whom one follows, or may follow: who has moved last, else somebody who is here; null: nobody. */
  readonly leader = $derived.by((): ChapterPerson | null => {
    const others = this.people.filter(({ here, you }) => here && !you);
    return others.find(({ key }) => key === this.lead?.by) ?? others[0] ?? null;
  });

  private lookTimer: ReturnType<typeof setTimeout> | undefined;
  private looks: Promise<unknown> = Promise.resolve();
  private readonly drafts = new Map<string, Draft>();
  private waiting: { for: () => boolean; done: () => void }[] = [];
  private marking: Promise<void> = Promise.resolve();
  private closed = false;

  constructor(
    private readonly cursor: ChapterCursor,
    chapter: Chapter,
    private readonly send: (command: TreeCommand) => Promise<OperationAnswer>,
    private readonly look: Look = () => Promise.resolve(),
    /** Keeps the review of this job with the chapter. */
    private readonly keep: (job: string) => Promise<unknown> = () => Promise.resolve(),
  ) {
    this.note(chapter);
  }

  private get node(): SharedNode {
    return this.cursor.node as SharedNode;
  }
  get shapes(): readonly string[] {
    return this.node.shapes;
  }

  close(): void {
    this.leave();
    this.closed = true;
  }
  /** The page may be about to close. */
  leave(): void {
    for (const key of [...this.drafts.keys()]) void this.sendDraft(key);
  }

  /** An own step in the record ends following, and is shown to the others. */
  moved(own: boolean): void {
    this.leave();
    if (!own) return;
    this.following = false;
    this.show(false);
  }

  /** Shows the others where one is. */
  private show(follows: boolean): void {
    clearTimeout(this.lookTimer);
    if (!this.canEdit || this.leader === null) return;
    const id = this.cursor.current;
    this.lookTimer = setTimeout(() => {
      // One after the other, so that the last step is shown last. It is no loss if one is not shown: the next is.
      this.looks = this.looks.then(() => this.look(id, follows)).catch(() => undefined);
    }, LOOK_MS);
  }

  // --- from the server

  /** Takes the whole chapter. */
  replace(chapter: Chapter): void {
    this.note(chapter);
    this.take(new Map(chapter.nodes.map((node) => [node.id, node])));
  }

  private note(chapter: Chapter): void {
    this.count = chapter.count;
    this.canEdit = chapter.can_write;
    this.mayUndo = chapter.can_undo;
    this.mayRedo = chapter.can_redo;
    this.people = chapter.people;
    this.readers = chapter.readers;
  }

  /** Takes what operations have changed. */
  update(message: ChapterUpdate): void {
    this.count = message.count;
    this.mayUndo = message.can_undo;
    this.mayRedo = message.can_redo;
    const before = this.cursor.tree;
    const tree = new Map(before);
    for (const id of message.gone) tree.delete(id);
    for (const node of message.nodes) tree.set(node.id, node);
    const mine = this.people.find(({ you }) => you)?.key ?? null;
    const moved = message.nodes.findLast(
      ({ id, by, usi }) => usi !== null && by !== null && by !== mine && !before.has(id),
    );
    this.take(tree);
    if (moved === undefined || moved.by === null) return;
    this.looked(moved.id, moved.by);
  }

  /** Another person has gone to this node; `follows`: to be where somebody is, and on with them. */
  looked(node: number, by: number, follows = false): void {
    if (follows) {
      this.apart.delete(by);
      return;
    }
    this.apart.add(by);
    this.lead = { node, by };
    if (this.following) this.cursor.show(node);
  }

  /** Goes where another person is, and on with them. Who follows oneself is here already. */
  follow(): void {
    this.following = true;
    if (this.lead !== null && this.apart.has(this.lead.by)) this.cursor.show(this.lead.node);
    this.show(true);
  }
  stopFollowing(): void {
    this.following = false;
    this.show(false);
  }

  private take(tree: Map<number, TreeNode>): void {
    for (const [key, { text }] of this.drafts) {
      const { kind, id } = parts(key);
      const node = tree.get(id);
      if (node !== undefined) tree.set(id, { ...node, [kind]: text });
    }
    this.cursor.replace(tree);
    for (const wait of [...this.waiting]) if (wait.for()) wait.done();
  }

  // --- to the server

  private async operate(command: TreeCommand): Promise<OperationAnswer | null> {
    return this.canEdit ? this.answered(() => this.send(command)) : null;
  }

  /** The answer to a call; null, with a notice, if it fails. */
  private async answered<Answer>(call: () => Promise<Answer>): Promise<Answer | null> {
    const { cursor } = this;
    try {
      const answer = await call();
      cursor.positions.offline = false;
      return answer;
    } catch (error) {
      cursor.notice = { kind: "refused", text: cursor.positions.failed(error).text };
      return null;
    }
  }

  /** Resolves when the socket has brought what makes this true, or after a while. */
  private when(holds: () => boolean): Promise<void> {
    if (holds()) return Promise.resolve();
    return new Promise((resolve) => {
      const wait = {
        for: holds,
        done: (): void => {
          clearTimeout(timer);
          this.waiting = this.waiting.filter((each) => each !== wait);
          resolve();
        },
      };
      const timer = setTimeout(wait.done, ARRIVAL_MS);
      this.waiting.push(wait);
    });
  }

  private async add(node: number, usi: string): Promise<number | null> {
    const answer = await this.operate({ type: "add", node, usi });
    if (answer === null) return null;
    await this.when(() => this.cursor.tree.has(answer.node));
    return this.cursor.tree.has(answer.node) ? answer.node : null;
  }

  async play(usi: string): Promise<boolean> {
    const { cursor } = this;
    const at = cursor.current;
    const known = findChild(cursor.tree, at, usi);
    if (known !== null) {
      cursor.goTo(known);
      return true;
    }
    cursor.notice = null;
    cursor.pending = usi;
    try {
      const added = await this.add(at, usi);
      if (added !== null && at === cursor.current) cursor.goTo(added);
      return added !== null;
    } finally {
      cursor.pending = null;
    }
  }

  async enter(what: EnteredMove): Promise<Notice | null> {
    const { cursor } = this;
    cursor.notice = null;
    try {
      const { move } = await cursor.positions.enter(cursor.node, what);
      if (move === null || (await this.play(move.usi))) return null;
    } catch (error) {
      return { kind: "refused", text: cursor.positions.failed(error).text };
    }
    const refused = cursor.notice;
    cursor.notice = null;
    return refused;
  }

  addLine(moves: readonly Move[]): void {
    void (async () => {
      let at: number | null = this.cursor.current;
      for (const { usi } of moves) {
        if (at === null) return;
        at = findChild(this.cursor.tree, at, usi) ?? (await this.add(at, usi));
      }
    })();
  }

  undo(): void {
    void this.operate({ type: "undo" });
  }
  redo(): void {
    void this.operate({ type: "redo" });
  }

  delete(): void {
    const { current } = this.cursor;
    if (current !== ROOT) void this.operate({ type: "delete", node: current });
  }

  promote(): void {
    const { tree, current } = this.cursor;
    const head = variation(tree, current);
    if (head === null) return;
    const all = siblings(tree, head.id);
    const before = all[all.indexOf(head.id) - 1];
    if (before !== undefined) void this.operate({ type: "promote", node: head.id, before });
  }

  demote(): void {
    const { tree, current } = this.cursor;
    const head =
      variation(tree, current) ?? path(tree, current).findLast(({ id }) => siblings(tree, id).length > 1);
    if (head === undefined) return;
    const all = siblings(tree, head.id);
    const next = all[all.indexOf(head.id) + 1];
    if (next !== undefined) void this.operate({ type: "promote", node: next, before: head.id });
  }

  makeMain(): void {
    void (async () => {
      const tree = (): Tree => this.cursor.tree;
      for (const { id, parent } of path(tree(), this.cursor.current)) {
        if (parent === null || !tree().has(parent) || get(tree(), parent).children[0] === id) continue;
        if ((await this.operate({ type: "promote", node: id, before: null })) === null) return;
      }
    })();
  }

  /** Who may not write the study, or reviews on this device, has the review until the page is closed. */
  keepReview(review: Review, job: string): void {
    this.review = review;
    if (this.canEdit && !job.startsWith(DEVICE_ID)) void this.answered(() => this.keep(job));
  }

  comment(text: string): void {
    if (text !== this.node.comment) this.draft("comment", text);
  }
  bookmark(text: string): void {
    if (text !== this.node.bookmark) this.draft("bookmark", text);
  }

  mark(shape: string): void {
    const id = this.cursor.current;
    // One after the other, because each replaces all marks of the node.
    this.marking = this.marking.then(async () => {
      const node = this.cursor.tree.get(id) as SharedNode | undefined;
      if (node === undefined) return;
      const shapes = node.shapes.includes(shape)
        ? node.shapes.filter((each) => each !== shape)
        : [...node.shapes, shape];
      const answer = await this.operate({ type: "mark", node: id, name: node.bookmark, shapes });
      if (answer !== null) await this.when(() => this.count > answer.number);
    });
  }

  // --- texts that are being written

  private draft(kind: DraftKind, text: string): void {
    const { cursor } = this;
    const id = cursor.current;
    const key = `${kind}:${id}`;
    clearTimeout(this.drafts.get(key)?.timer);
    this.drafts.set(key, { text, timer: setTimeout(() => void this.sendDraft(key), TYPING_MS) });
    cursor.tree = new Map(cursor.tree).set(id, { ...get(cursor.tree, id), [kind]: text });
  }

  private async sendDraft(key: string): Promise<void> {
    const draft = this.drafts.get(key);
    if (draft === undefined) return;
    clearTimeout(draft.timer);
    const { kind, id } = parts(key);
    const node = this.cursor.tree.get(id) as SharedNode | undefined;
    // Until it is answered the text stays a draft, so that an update does not put the old one back.
    if (node !== undefined) {
      const command: TreeCommand =
        kind === "comment"
          ? { type: "comment", node: id, text: draft.text }
          : { type: "mark", node: id, name: draft.text, shapes: [...node.shapes] };
      const answer = await this.operate(command);
      if (answer === null && this.cursor.positions.offline && !this.closed) {
        draft.timer = setTimeout(() => void this.sendDraft(key), RETRY_MS);
        return;
      }
    }
    if (this.drafts.get(key) === draft) this.drafts.delete(key);
  }
}

function parts(key: string): { kind: DraftKind; id: number } {
  const [kind, id] = key.split(":");
  return { kind: kind === "comment" ? "comment" : "bookmark", id: Number(id) };
}
