// The names of openings, castles and attacks in the line that is shown, and its proverbs, from the server.

import { CallError } from "../api/http";
import { askNames } from "../api/names";
import type { Color, Name, NamesAnswer, Proverb } from "../api/types";
import { SHOGI } from "../api/variant_key";
import { namesAtNodes, openingsOf } from "../tree/names";
import type { TreeCursor } from "../tree/tree_cursor.svelte";

const WAIT_MS = 250;
const KEPT_LINES = 50;
/** The server reads no more; openings and castles come long before. */
const MAX_MOVES = 1000;

type Found = Pick<NamesAnswer, "names" | "proverbs">;
const NOTHING: Found = { names: [], proverbs: [] };

export class LineNames {
  /** Whether the squares of a proverb are marked on the board. */
  proverbShown = $state(true);
  private found = $state.raw<Found>(NOTHING);
  private readonly known = new Map<string, Found>();
  private readonly moves = $derived.by(() => this.cursor.line.flatMap(({ usi }) => usi ?? []).join(" "));
  private readonly byNode = $derived.by(() => namesAtNodes(this.cursor.line, this.found.names));

  /** To be called while a component is created: the names follow the cursor until it is destroyed. */
  constructor(private readonly cursor: TreeCursor) {
    $effect(() => {
      const moves = this.moves;
      const known = this.known.get(moves);
      // A game of a variant has no names.
      if (known !== undefined || moves === "" || this.cursor.variant !== SHOGI) {
        this.found = known ?? NOTHING;
        return;
      }
      const timer = setTimeout(() => void this.ask(moves), WAIT_MS);
      return () => clearTimeout(timer);
    });
  }

  /** The names that stand first after the move of this node. */
  at(id: number): readonly Name[] {
    return this.byNode.get(id) ?? [];
  }

  openings(side: Color): Name[] {
    return openingsOf(side, this.found.names);
  }

  /** The proverb that fits the move of this node of the line. */
  proverbAt(id: number): Proverb | null {
    return this.found.proverbs.find(({ ply }) => this.cursor.line[ply]?.id === id) ?? null;
  }

  private async ask(moves: string): Promise<void> {
    try {
      const found = await askNames({
        start_sfen: this.cursor.start_sfen,
        moves: moves.split(" ").slice(0, MAX_MOVES),
      });
      this.known.set(moves, found);
      const oldest = this.known.keys().next();
      if (this.known.size > KEPT_LINES && !oldest.done) this.known.delete(oldest.value);
      if (moves === this.moves) this.found = found;
    } catch (error) {
      // The record can be read without names.
      if (!(error instanceof CallError)) throw error;
    }
  }
}
