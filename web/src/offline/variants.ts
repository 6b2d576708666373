// The variants, with each choice of their options.

import { CallError } from "../api/http";
import type { Variant } from "../api/types";
import { nameInKey } from "../api/variant_key";
import type { Answers } from "./calls";
import { data } from "./data";

/** What differs from the usual game, by the key of the variant with its options. */
type Differences = Readonly<Record<string, Partial<Variant>>>;

async function variant(key: string): Promise<Variant> {
  const name = nameInKey(key);
  const usual = await data<Variant>(`variants/${name}`);
  if (key === name) return usual;
  const differing = (await data<Differences>(`variants/${name}.options`))[key];
  if (differing === undefined) throw new CallError(404, "not_found", null);
  return { ...usual, ...differing };
}

export const VARIANTS: Answers = { "GET /api/variants/:key": ({ parts: { key = "" } }) => variant(key) };
