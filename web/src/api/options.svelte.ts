// What a new game can choose, asked of the server once.

import { getOptions, type Options } from "./wire";

let known = $state.raw<Options | null>(null);
let asked: Promise<Options> | undefined;

/** The options, or null until they have come. */
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
