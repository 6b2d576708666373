// What differs between the page that a server serves and the page that needs none. Each edition is an object in the
// folder `editions`, given to `show` where the page starts; what is below `app` does not ask which one it is in.

import type { PageScripts } from "./pages";

export interface Edition {
  /**
   * The script of each page that there is. A page whose games, say, come from elsewhere than from a server has a
   * script here that gives them to it: `GameView` with another `open`. A page that is not here is not there: the
   * navigation leads to none, and `isThere` (state/address) says so to whoever has a link.
   */
  readonly pages: Partial<PageScripts>;
  /** Says where addresses stand (`useSite`) and what answers calls (`answerCallsBy`) if not a server. */
  readonly begin: () => void;
}
