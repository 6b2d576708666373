// The rooms of the site, in the order of the navigation, and the pages that belong to each.

import type { Route } from "../state/route";

export type RoomKey = "play" | "study" | "tsume" | "variants";

export interface Room {
  key: RoomKey;
  href: string;
  pages: readonly Route["page"][];
  /** The icon's lines, in a box of 24 by 24. */
  icon: string;
}

/** Four at most: the user's settings are the fifth entry. */
export const ROOMS: readonly Room[] = [
  {
    key: "play",
    href: "/",
    pages: ["start", "game", "lobby", "challenge", "tv", "programs", "events", "event", "boards"],
    icon: "M12 3l5.6 2.6L20.5 21h-17L6.4 5.6ZM8.5 10h7M9.5 15h5",
  },
  {
    key: "study",
    href: "/records",
    pages: [
      "records",
      "record",
      "games",
      "studies",
      "study",
      "thinking",
      "lessons",
      "lesson",
      "repetition",
      "class",
      "reading",
      "statistics",
    ],
    icon: "M5 4h11a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3ZM5 17a3 3 0 0 1 3-3h11M9 8h6",
  },
  {
    key: "tsume",
    href: "/tsume",
    pages: ["tsume", "course", "grade", "position"],
    icon: "M12 4a8 8 0 1 1 0 16a8 8 0 1 1 0-16ZM12 9a3 3 0 1 1 0 6a3 3 0 1 1 0-6ZM12 1.5v4M12 18.5v4M1.5 12h4M18.5 12h4",
  },
  {
    key: "variants",
    href: "/variants",
    pages: ["variants", "variant"],
    icon: "M3 3h7v7H3ZM14 3h7v7h-7ZM3 14h7v7H3ZM14 14h7v7h-7Z",
  },
];

/** The room that a page belongs to; null for an address that does not exist. */
export const roomOf = (page: Route["page"]): RoomKey | null =>
  ROOMS.find(({ pages }) => pages.includes(page))?.key ?? null;
