// A record as the browser's database holds it.

import type { Warning } from "../../api/records";
import type { Header, Review } from "../../api/types";
import type { TreeNode } from "../../tree/tree";

export interface StoredRecord {
  id: string;
  /** Where it came from: `game:…`, `usen:…`, `file:…`, `paste` or `new`. */
  source: string;
  /** Increased by every edit; a save with an older revision than the stored one is a conflict between windows. */
  revision: number;
  edited: boolean;
  /** The variant with its options, see api/variant_key.ts; missing in records of shogi stored by older versions. */
  variant?: string;
  headers: Header[];
  start_sfen: string;
  handicap: string | null;
  nodes: TreeNode[];
  warnings: Warning[];
  current: number;
  /** The last review of the game; missing if it was never reviewed. */
  review?: Review;
}
