// What the board needs to know of a variant.

import type { PieceKind, Variant } from "../api/types";
import type { BoardSpec } from "../board/spec";

/** What the ids of the faces that VariantDefs draws begin with. */
export const FACES = "variant-face-";
export const BODY = "variant-body";

export interface VariantSpec extends BoardSpec {
  variant: Variant;
  kinds: ReadonlyMap<string, PieceKind>;
}

export function variantSpec(variant: Variant): VariantSpec {
  const kinds = new Map(variant.pieces.map((piece) => [piece.id, piece]));
  return {
    variant,
    kinds,
    files: variant.files,
    ranks: variant.ranks,
    zone: variant.zone,
    handKinds: variant.hand,
    faces: FACES,
    body: BODY,
    scale: (kind) => (kinds.get(kind)?.royal === true ? 1 : kind === "P" || kind === "+P" ? 0.88 : 0.96),
    name: (kind) => kinds.get(kind)?.name ?? { en: kind, ja: kind },
    isRoyal: (kind) => kinds.get(kind)?.royal === true,
    inHand: (kind) => kinds.get(kind)?.in_hand ?? null,
    promoted: (kind) => kinds.get(kind)?.promotes_to ?? null,
  };
}
