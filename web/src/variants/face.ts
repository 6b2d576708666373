// The characters on a piece of a variant, each with its place.

import type { PieceKind, Place, Variant } from "../api/types";
import type { FaceStyle } from "../state/settings.svelte";

export interface PlacedCharacter extends Place {
  character: string;
  /** The outline; undefined: the reader's font draws it. */
  d: string | undefined;
}

/** The text on a piece; `moves` has it small in the middle of its marks. A picture replaces the one kanji. */
function textOf(kind: PieceKind, style: FaceStyle): string {
  if (style === "letters") return kind.id.replace("+", "");
  if (style === "two") return kind.kanji;
  return style === "one" && kind.picture !== "" ? "" : kind.face;
}

export function placedCharacters(
  { glyphs, places }: Variant,
  kind: PieceKind,
  style: FaceStyle,
): PlacedCharacter[] {
  const shown = [...textOf(kind, style)].slice(0, 4);
  const at = places[style === "moves" ? "centre" : style][shown.length - 1] ?? [];
  const outlines = new Map(glyphs.map(({ character, d }) => [character, d]));
  return shown.flatMap((character, index) => {
    const place = at[index];
    return place === undefined ? [] : [{ ...place, character, d: outlines.get(character) }];
  });
}
