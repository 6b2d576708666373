// The texts of the errors of the core, as the library has them; written by `make browser`.

import type { Text } from "../api/types";

interface Texts {
  errors: Record<string, Text>;
}

const built = import.meta.glob<Texts>("../../../build/browser/texts.json", { import: "default" });

/** The text of an error without parameters; null: it is not known. */
export async function textOf(code: string): Promise<Text | null> {
  const load = Object.values(built)[0];
  if (load === undefined) return null;
  return (await load().catch(() => null))?.errors[code] ?? null;
}
