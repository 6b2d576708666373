// The names of variants in the user's language.

import { listVariants } from "../api/variants";
import type { VariantNames } from "../api/types";
import { say } from "../i18n";
import { nameInKey } from "../api/variant_key";

let names = $state.raw<ReadonlyMap<string, VariantNames>>(new Map());
let requested = false;

/** The name of the variant with this key; the key itself until the names have been received. */
export function variantName(key: string): string {
  if (!requested) {
    requested = true;
    listVariants().then(
      ({ variants }) => (names = new Map(variants.map((each) => [each.name, each.names]))),
      () => (requested = false),
    );
  }
  const name = names.get(nameInKey(key));
  return name === undefined ? key : say(name);
}
