// What the board needs for a lesson's game.

import type { Variant } from "../api/types";
import { getVariant } from "../api/variants";
import { STANDARD, type BoardSpec } from "../board/spec";
import { SHOGI } from "../api/variant_key";
import { variantSpec } from "../variants/variant_spec";

export interface LessonSpec {
  spec: BoardSpec;
  /** The variant whose pieces must be drawn; null for shogi. */
  variant: Variant | null;
}

export async function lessonSpec(name: string): Promise<LessonSpec> {
  if (name === SHOGI) return { spec: STANDARD, variant: null };
  const variant = await getVariant(name);
  return { spec: variantSpec(variant), variant };
}
