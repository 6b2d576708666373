// Where the address of a page stands, and what there is at an address.

export interface Site {
  /** The path of the page that is shown. */
  path(): string;
  /** The query of the address, with its question mark; empty without one. */
  query(): string;
  /** What a link to a page of this site has as its address. */
  href(path: string): string;
  /** Where a link leads within this site, as a path with its query; null: it is the browser's. */
  pathOf(link: HTMLAnchorElement): string | null;
  /** Where the browser finds a file that a call answers, such as a picture. */
  file(address: string): string;
  /** Whether there is a page, or what answers calls, or a file, at an address: what leads nowhere is not shown. */
  isThere(address: string): boolean;
}

/** The site. At first that of a server: addresses stand in the path, and all there is is there. */
export let site: Site = {
  path: () => location.pathname,
  query: () => location.search,
  href: (path) => path,
  pathOf: ({ origin, pathname, search, hash }) =>
    origin !== location.origin || pathname.startsWith("/api/") || hash !== "" ? null : pathname + search,
  file: (address) => address,
  isThere: () => true,
};

/** From now on this is the site. To be called before the page is shown. */
export const useSite = (other: Site): void => void (site = other);
