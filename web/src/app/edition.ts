// What differs between the page that a server serves and the page that needs none. Each edition is an object in the
// folder `editions`, given to `show` where the page starts; what is below `app` does not ask which one it is in.

import type { PageScripts } from "./pages";

export interface Edition {
  /**
   * The script of each page that there is. A page that gets its data from elsewhere than a server has a
   * script here that passes the source on: `GameView` with another `open`. The edition has no other pages: the
   * navigation leaves them out, and `isThere` (state/address) tells whether a link has one.
   */
  readonly pages: Partial<PageScripts>;
  /** Says where addresses stand (`useSite`) and what answers calls (`answerCallsBy`) if not a server. */
  readonly begin: () => void;
}
