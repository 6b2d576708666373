// The texts of the errors of the core, and what reviews judge by, as the library has them; written by `make browser`.

import type { Text } from "../api/types";
import type { ReviewTable } from "./game_judge";

interface Refusal {
  /** That of the server's answer. */
  status: number;
  text: Text;
}
interface MateTexts {
  /** While a mate is being searched. */
  searching: Text;
  /** Why there is nothing to search for; `{why}` stands for the text of the error. */
  refused: Record<"mate" | "brinkmate", Text>;
}
interface Texts {
  errors: Record<string, Text>;
  mates: MateTexts;
  /** By the rule that a move breaks. */
  illegal: Record<string, Refusal>;
}

const built = import.meta.glob<Texts>("../../../build/browser/texts.json", { import: "default" });

async function texts(): Promise<Texts | null> {
  const load = Object.values(built)[0];
  return load === undefined ? null : load().catch(() => null);
}

/** The text of an error without parameters; null: it is not known. */
export const textOf = async (code: string): Promise<Text | null> => (await texts())?.errors[code] ?? null;

/** Null: the page was built without the core. */
export const mateTexts = async (): Promise<MateTexts | null> => (await texts())?.mates ?? null;

/** How the server refuses a move that breaks this rule; null: it is not known. */
export const whyIllegal = async (infraction: string): Promise<Refusal | null> =>
  (await texts())?.illegal[infraction] ?? null;

const table = import.meta.glob<ReviewTable>("../../../build/browser/review.json", { import: "default" });

/** Only where the page has the core. */
export async function reviewTable(): Promise<ReviewTable> {
  const load = Object.values(table)[0];
  if (load === undefined) throw new Error("the page was built without the core");
  return load();
}
