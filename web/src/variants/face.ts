// The characters on a piece of a variant, each with its place.

import type { PieceKind, Place, Variant } from "../api/types";
import type { FaceStyle } from "../state/settings.svelte";

export interface PlacedCharacter extends Place {
  character: string;
  /** The outline; undefined: the reader's font draws it. */
  d: string | undefined;
}

/** The faces in the order in which one stands for the one before it, where a game has none of these. */
const NEAREST = ["pictures", "moves", "letters", "one"] as const;

/** The faces that the game's pieces have: the chosen ones, or the nearest. */
export function nearestFaces({ pieces, drawn }: Variant, chosen: FaceStyle): FaceStyle {
  if (drawn && (chosen === "one" || chosen === "both")) return "pictures";
  const from = NEAREST.indexOf(chosen as (typeof NEAREST)[number]);
  if (from < 0) return chosen;
  const has = (style: FaceStyle): boolean => {
    if (style === "pictures") return pieces.every(({ picture }) => picture !== "");
    return style !== "moves" || pieces.some(({ moves }) => moves !== "");
  };
  return NEAREST.slice(from).find(has) ?? "one";
}

/** The texts on a piece, with the lists of their places. */
function textsOf(kind: PieceKind, style: FaceStyle): [keyof Variant["places"], string][] {
  const letters = kind.id.replace("+", "");
  switch (style) {
    case "pictures":
      return [];
    case "letters":
      return [["letters", letters]];
    case "two":
      return [["two", kind.kanji]];
    case "moves":
      return [["centre", kind.face]];
    case "both":
      return [
        ["upper", kind.face],
        ["lower", letters],
      ];
    default:
      return [["one", kind.face]];
  }
}

export function placedCharacters(
  { glyphs, places }: Variant,
  kind: PieceKind,
  style: FaceStyle,
): PlacedCharacter[] {
  const outlines = new Map(glyphs.map(({ character, d }) => [character, d]));
  return textsOf(kind, style).flatMap(([list, text]) => {
    const shown = [...text].slice(0, 4);
    const at = places[list][shown.length - 1] ?? [];
    return shown.flatMap((character, index) => {
      const place = at[index];
      return place === undefined ? [] : [{ ...place, character, d: outlines.get(character) }];
    });
  });
}
