// The site that any host can have, in any folder: one document, and addresses after "#".

import type { Site } from "../state/address";
import { parseRoute } from "../state/route";

/** Path and query, the latter with its question mark. */
function partsOf(address: string): [path: string, query: string] {
  const at = address.indexOf("?");
  return at < 0 ? [address, ""] : [address.slice(0, at), address.slice(at)];
}

const written = (link: Element | null | undefined): string => link?.getAttribute("href") ?? "";
const href = (path: string): string => `#${path}`;

/** What is there in place of a server. */
interface Calls {
  isAnswered: (address: string) => boolean;
  /** The file that the build has written for a call; null: there is none. */
  fileOf: (address: string) => string | null;
}

/** The site with these pages, which answers these calls. */
export const hashSite = (pages: readonly string[], { isAnswered, fileOf }: Calls): Site => ({
  path: () => partsOf(location.hash.slice(1))[0] || "/",
  query: () => partsOf(location.hash.slice(1))[1],
  href,
  pathOf(link) {
    const address = written(link);
    return /^#?\//.test(address) ? address.replace("#", "") : null;
  },
  file: (address) => fileOf(address) ?? address,
  isThere: (address) =>
    address.startsWith("/api/")
      ? isAnswered(address) || fileOf(address) !== null
      : pages.includes(parseRoute(...partsOf(address)).page),
});

/** Clicks are the router's; a link that the browser opens or copies itself gets its whole address before that. */
export function completeLinks(): void {
  const complete = ({ target }: Event): void => {
    const link = (target as Element).closest?.("a");
    if (written(link).startsWith("/")) link?.setAttribute("href", href(written(link)));
  };
  for (const event of ["pointerover", "focusin"]) document.addEventListener(event, complete);
}
