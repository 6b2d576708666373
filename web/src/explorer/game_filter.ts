// Which games of a database are wanted; "" means any.

import type { ExplorerRequest } from "../api/types";

export type GameFilter = Required<
  Pick<ExplorerRequest, "player" | "opening" | "castle" | "date_from" | "date_to">
>;

export const ANY_GAME: GameFilter = { player: "", opening: "", castle: "", date_from: "", date_to: "" };

export const isFiltered = (filter: GameFilter): boolean =>
  Object.values(filter).some((value) => value !== "");
