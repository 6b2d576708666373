// What the kinds of events allow, where it is the same for several kinds.

import type { System } from "../api/types";

/** Teams can play them: in the others a match needs a winner. */
export const FOR_TEAMS: ReadonlySet<System> = new Set<System>(["swiss", "round-robin", "home-and-away"]);

/** The next round can be paired while games of the last one are open: results do not change who meets. */
export const PAIRED_AHEAD: ReadonlySet<System> = new Set<System>(["round-robin", "home-and-away"]);
