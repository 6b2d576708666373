// A chapter of a study as the record view edits it: every change is sent to the server, whose answer is the tree.

import { CallError } from "../api/http";
import { askPosition } from "../api/records";
import type {
  Chapter,
  ChapterNode,
  ChapterPerson,
  ChapterUpdate,
  Move,
  OperationAnswer,
  TreeCommand,
} from "../api/types";
import type { BoardSpec } from "../board/spec";
import { findChild, get, path, ROOT, siblings, variation, type TreeNode } from "../tree/tree";
import { RecordEditor } from "../records/record_editor.svelte";

/** Milliseconds after the last key before a text is sent. */
const TYPING_MS = 700;
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

export class SharedEditor extends RecordEditor {
  readonly fixed: boolean;
  people = $state.raw<readonly ChapterPerson[]>([]);
  readers = $state(0);
  canWrite = $state(false);
  private mayUndo = $state(false);
  private mayRedo = $state(false);
  override readonly canUndo = $derived(this.canWrite && this.mayUndo);
  override readonly canRedo = $derived(this.canWrite && this.mayRedo);
  /** The number of the next operation: what the page has. */
  count: number;
  /** The marks on the board at the current node. */
  readonly shapes = $derived<readonly string[]>((this.node as SharedNode).shapes);
  /** Who has added the current move; null: it is in the record. */
  readonly author = $derived(this.people.find(({ key }) => key === (this.node as SharedNode).by) ?? null);

  private readonly drafts = new Map<string, Draft>();
  private waiting: { for: () => boolean; done: () => void }[] = [];
  private marking: Promise<void> = Promise.resolve();

  constructor(
    chapter: Chapter,
    private readonly send: (command: TreeCommand) => Promise<OperationAnswer>,
    onnode: (node: TreeNode, step: boolean) => void,
    spec?: BoardSpec,
  ) {
    super(
      {
        id: chapter.id,
        source: "study",
        revision: 1,
        edited: false,
        variant: chapter.variant,
        headers: chapter.headers,
        start_sfen: chapter.start_sfen,
        handicap: chapter.handicap,
        nodes: chapter.nodes,
        warnings: [],
        current: ROOT,
      },
      onnode,
      () => undefined,
      spec,
    );
    this.fixed = chapter.fixed;
    this.count = chapter.count;
    this.replace(chapter);
  }

  override get canEdit(): boolean {
    return this.canWrite;
  }
  override get canEnd(): boolean {
    return false;
  }
  override get maxComment(): number {
    return 2000;
  }
  override get mover(): "black" | "white" | null {
    return this.canWrite ? super.mover : null;
  }

  /** The server keeps the chapter; nothing is stored in this browser. */
  protected override save(): void {}
  override flush(): void {
    this.sendDrafts();
  }
  override leave(): void {
    this.sendDrafts();
  }

  override goTo(id: number): void {
    if (id !== this.current) this.sendDrafts();
    super.goTo(id);
  }

  // --- from the server

  /** Takes the whole chapter. */
  replace(chapter: Chapter): void {
    this.count = chapter.count;
    this.canWrite = chapter.can_write;
    this.mayUndo = chapter.can_undo;
    this.mayRedo = chapter.can_redo;
    this.people = chapter.people;
    this.readers = chapter.readers;
    this.show(new Map(chapter.nodes.map((node) => [node.id, node])));
  }

  /** Takes what operations have changed. */
  update(message: ChapterUpdate): void {
    this.count = message.count;
    this.mayUndo = message.can_undo;
    this.mayRedo = message.can_redo;
    const tree = new Map(this.tree);
    for (const id of message.gone) tree.delete(id);
    for (const node of message.nodes) tree.set(node.id, node);
    this.show(tree);
  }

  private show(tree: Map<number, TreeNode>): void {
    for (const [key, { text }] of this.drafts) {
      const { kind, id } = parts(key);
      const node = tree.get(id);
      if (node !== undefined) tree.set(id, { ...node, [kind]: text });
    }
    // The current move may have gone: its nearest ancestor in the tree takes its place.
    const stays = path(this.tree, this.current).findLast(({ id }) => tree.has(id))?.id ?? ROOT;
    const moved = stays !== this.current;
    this.folded = new Set([...this.folded].filter((id) => tree.has(id)));
    this.chosen = new Map([...this.chosen].filter(([from, to]) => tree.has(from) && tree.has(to)));
    if (moved) this.current = stays;
    this.tree = tree;
    if (moved) this.requestPosition();
    for (const wait of [...this.waiting]) if (wait.for()) wait.done();
  }

  // --- to the server

  private async operate(command: TreeCommand): Promise<OperationAnswer | null> {
    if (!this.canWrite) return null;
    try {
      const answer = await this.send(command);
      this.offline = false;
      return answer;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      this.offline = error.status === 0;
      this.notice = { kind: "refused", text: error.text };
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
    await this.when(() => this.tree.has(answer.node));
    return this.tree.has(answer.node) ? answer.node : null;
  }

  override async play(usi: string): Promise<boolean> {
    const known = findChild(this.tree, this.current, usi);
    if (known !== null) {
      this.goTo(known);
      return true;
    }
    const at = this.current;
    this.notice = null;
    this.pending = usi;
    try {
      const added = await this.add(at, usi);
      if (added !== null && at === this.current) this.goTo(added);
      return added !== null;
    } finally {
      this.pending = null;
    }
  }

  override async enter(what: { play?: string; typed?: string }): Promise<boolean> {
    this.notice = null;
    try {
      const { usi, sfen } = this.node;
      const ask = { variant: this.variant, sfen, previous: usi, ...what, handicap: this.isHandicap };
      const { move } = await askPosition(ask);
      this.offline = false;
      return move !== null && (await this.play(move.usi));
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      this.offline = error.status === 0;
      this.notice = { kind: "refused", text: error.text };
      return false;
    }
  }

  override addLine(moves: readonly Move[]): void {
    void (async () => {
      let at: number | null = this.current;
      for (const { usi } of moves) {
        if (at === null) return;
        at = findChild(this.tree, at, usi) ?? (await this.add(at, usi));
      }
    })();
  }

  override undo(): void {
    void this.operate({ type: "undo" });
  }
  override redo(): void {
    void this.operate({ type: "redo" });
  }

  override delete(): void {
    if (this.current !== ROOT) void this.operate({ type: "delete", node: this.current });
  }

  override promote(): void {
    const head = variation(this.tree, this.current);
    if (head === null) return;
    const all = siblings(this.tree, head.id);
    const before = all[all.indexOf(head.id) - 1];
    if (before !== undefined) void this.operate({ type: "promote", node: head.id, before });
  }

  override demote(): void {
    const way = path(this.tree, this.current);
    const head =
      variation(this.tree, this.current) ?? way.findLast(({ id }) => siblings(this.tree, id).length > 1);
    if (head === undefined) return;
    const all = siblings(this.tree, head.id);
    const next = all[all.indexOf(head.id) + 1];
    if (next !== undefined) void this.operate({ type: "promote", node: next, before: head.id });
  }

  override makeMain(): void {
    void (async () => {
      for (const { id, parent } of path(this.tree, this.current)) {
        if (parent === null || !this.tree.has(parent) || get(this.tree, parent).children[0] === id) continue;
        if ((await this.operate({ type: "promote", node: id, before: null })) === null) return;
      }
    })();
  }

  override end(): void {}
  override endComment(): void {}
  override describe(): void {}

  override comment(text: string): void {
    if (text !== this.node.comment) this.draft("comment", text);
  }
  override bookmark(text: string): void {
    if (text !== this.node.bookmark) this.draft("bookmark", text);
  }

  /** Sets or removes a circle (`5e`) or an arrow (`7g7f`) on the board. */
  mark(shape: string): void {
    const id = this.current;
    // One after the other, because each replaces all marks of the node.
    this.marking = this.marking.then(async () => {
      const node = this.tree.get(id) as SharedNode | undefined;
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
    const id = this.current;
    const key = `${kind}:${id}`;
    clearTimeout(this.drafts.get(key)?.timer);
    this.drafts.set(key, { text, timer: setTimeout(() => void this.sendDraft(key), TYPING_MS) });
    this.tree = new Map(this.tree).set(id, { ...get(this.tree, id), [kind]: text });
  }

  private sendDrafts(): void {
    for (const key of [...this.drafts.keys()]) void this.sendDraft(key);
  }

  private async sendDraft(key: string): Promise<void> {
    const draft = this.drafts.get(key);
    if (draft === undefined) return;
    clearTimeout(draft.timer);
    const { kind, id } = parts(key);
    const node = this.tree.get(id) as SharedNode | undefined;
    // Until it is answered the text stays a draft, so that an update does not put the old one back.
    if (node !== undefined) {
      const command: TreeCommand =
        kind === "comment"
          ? { type: "comment", node: id, text: draft.text }
          : { type: "mark", node: id, name: draft.text, shapes: [...node.shapes] };
      const answer = await this.operate(command);
      if (answer === null && this.offline && !this.closed) {
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
