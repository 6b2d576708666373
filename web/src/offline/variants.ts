// The variants, with each choice of their options.

import { CallError } from "../api/http";
import type { Variant } from "../api/types";
import { nameInKey } from "../api/variant_key";
import type { Answers } from "./calls";
import { data } from "./data";

/** What differs from the usual game, by the key of the variant with its options: fields, and single pieces. */
type Differences = Readonly<Record<string, Partial<Variant> & Pick<Variant, "pieces">>>;

async function variant(key: string): Promise<Variant> {
  const name = nameInKey(key);
  const usual = await data<Variant>(`variants/${name}`);
  if (key === name) return usual;
  const differing = (await data<Differences>(`variants/${name}.options`))[key];
  if (differing === undefined) throw new CallError(404, "not_found", null);
  const pieces = new Map(differing.pieces.map((piece) => [piece.id, piece]));
  return { ...usual, ...differing, pieces: usual.pieces.map((piece) => pieces.get(piece.id) ?? piece) };
}

export const VARIANTS: Answers = { "GET /api/variants/:key": ({ parts: { key = "" } }) => variant(key) };
