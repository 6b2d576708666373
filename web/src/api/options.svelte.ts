// The options of a new game, requested from the server once.

import { getOptions } from "./games";
import type { Options } from "./types";

let known = $state.raw<Options | null>(null);
let asked: Promise<Options> | undefined;

/** The options, or null until they have been received. */
export const options = (): Options | null => known;

export function loadOptions(): Promise<Options> {
  asked ??= getOptions().then(
    (answer) => (known = answer),
    (error: unknown) => {
      asked = undefined;
      throw error;
    },
  );
  return asked;
}
