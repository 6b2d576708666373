// The key of a variant in the addresses of the server: its name, with the options that are not at their defaults.

/** The key of standard shogi. */
export const SHOGI = "shogi";

/** The name of the variant in a key. */
export const nameInKey = (key: string): string => key.split(":", 1)[0] ?? key;

/** `chu`, or with options `chu:rules=jcsa`. */
export function variantKey(name: string, options: Readonly<Record<string, string>> = {}): string {
  const chosen = Object.entries(options).map(([option, value]) => `${option}=${value}`);
  return chosen.length === 0 ? name : `${name}:${chosen.join(",")}`;
}

interface Option {
  name: string;
  default: string;
}

/** The choices that differ from the defaults. */
export function otherOptions(
  options: readonly Option[],
  chosen: Readonly<Record<string, string>>,
): Record<string, string> {
  const others = options.flatMap(({ name, default: usual }) => {
    const value = chosen[name];
    return value === undefined || value === usual ? [] : [[name, value] as const];
  });
  return Object.fromEntries(others);
}
