// The parameters of the address: which tab is shown, what a list is filtered by.

import { addressQuery, replaceQuery } from "./router.svelte";

/** A parameter of the address; null if it is not there. Follows the address. */
export const query = (name: string): string | null => new URLSearchParams(addressQuery()).get(name);

/** Changes a parameter; null removes it. The page stays, and so does the history. */
export function setQuery(name: string, value: string | null): void {
  const parameters = new URLSearchParams(addressQuery());
  if (value === null) parameters.delete(name);
  else parameters.set(name, value);
  replaceQuery(parameters.toString());
}
