// The calls of one's own account that every page may need; the others are in `people`.

import { enterSession, postJson } from "./http";
import type { Account, Session } from "./types";

export const logOut = (): Promise<Session> => enterSession("/api/account/logout", {});

export const savePreferences = (preferences: Record<string, string | boolean>): Promise<Account> =>
  postJson("/api/account/preferences", { preferences });
