// The HTTP calls of accounts and profiles.

import { enterSession, getJson, openSession, postJson } from "./http";
import type {
  Account,
  FiguresJob,
  HomeEngineList,
  MadeToken,
  ManagedAccount,
  Moderation,
  ModerationLog,
  ModeratorActRequest,
  PeopleLists,
  PeoplePage,
  Profile,
  ProfileGames,
  RatingHistory,
  ReportReason,
  Score,
  SecurityLog,
  Session,
  SessionList,
  Speed,
  TokenList,
  Token,
} from "./types";

export const register = (name: string, displayName: string, password: string): Promise<Session> =>
  enterSession("/api/account/register", { name, display_name: displayName, password });

export const logIn = (name: string, password: string): Promise<Session> =>
  enterSession("/api/account/login", { name, password });

export const changePassword = (current: string, next: string): Promise<Session> =>
  enterSession("/api/account/password", { current, new: next });

export const deleteAccount = (password: string): Promise<Session> =>
  enterSession("/api/account/delete", { password });

/** `listed`: whether the account is in the list of people. */
export const changeProfile = (displayName: string, about: string, listed: boolean): Promise<Account> =>
  postJson("/api/account/profile", { display_name: displayName, about, listed });

export const getSessions = (): Promise<SessionList> => getJson("/api/account/sessions");

export const endSession = (id: string): Promise<SessionList> =>
  postJson(`/api/account/sessions/${encodeURIComponent(id)}/end`, {});

export const endOtherSessions = (): Promise<SessionList> => postJson("/api/account/end-other-sessions", {});

export const getTokens = (): Promise<TokenList> => getJson("/api/account/tokens");

export const makeToken = (name: string, scopes: Token["scopes"]): Promise<MadeToken> =>
  postJson("/api/account/tokens", { name, scopes });

export const endToken = (id: string): Promise<TokenList> =>
  postJson(`/api/account/tokens/${encodeURIComponent(id)}/end`, {});

export const getHomeEngines = (): Promise<HomeEngineList> => getJson("/api/account/engines");

export const becomeBot = (): Promise<TokenList> => postJson("/api/account/bot", {});

export const EXPORT_URL = "/api/account/export";

export const getLists = (): Promise<PeopleLists> => getJson("/api/account/people");

/** A page of the list of people, by their ratings at this speed. */
export async function getPeople(speed: Speed, page: number): Promise<PeoplePage> {
  await openSession();
  return getJson(`/api/people?speed=${speed}&page=${page}`);
}

const person = (name: string): string => `/api/people/${encodeURIComponent(name)}`;

export async function getProfile(name: string): Promise<Profile> {
  await openSession();
  return getJson(person(name));
}

/** The running and the newest finished games of an account, or the finished ones before those that are known. */
export const getProfileGames = (name: string, before: string | null): Promise<ProfileGames> =>
  getJson(`${person(name)}/games${before === null ? "" : `?before=${encodeURIComponent(before)}`}`);

export const getScore = (name: string): Promise<Score> => getJson(`${person(name)}/score`);

export const getRatingHistory = (name: string, variant: string, speed: Speed): Promise<RatingHistory> =>
  getJson(`${person(name)}/ratings?variant=${encodeURIComponent(variant)}&speed=${speed}`);

export const setRelation = (name: string, relation: "follow" | "block", on: boolean): Promise<unknown> =>
  postJson(`${person(name)}/${relation}`, { on });

export const report = (
  name: string,
  reason: ReportReason,
  text: string,
  game: string | null,
): Promise<unknown> => postJson(`${person(name)}/report`, { reason, text, game });

export const getModeration = (): Promise<Moderation> => getJson("/api/moderation");

export const closeReport = (id: number): Promise<Moderation> =>
  postJson(`/api/moderation/reports/${id}/close`, {});

export const closeAccount = (name: string, days: number | null, reason: string): Promise<Moderation> =>
  postJson(`/api/moderation/people/${encodeURIComponent(name)}/ban`, { days, reason });

export const actOn = (name: string, ask: ModeratorActRequest): Promise<Moderation> =>
  postJson(`/api/moderation/people/${encodeURIComponent(name)}/act`, ask);

export async function beginFigures(game: string): Promise<FiguresJob> {
  await openSession();
  return postJson(`/api/moderation/games/${encodeURIComponent(game)}/figures`, {});
}

export const stopFigures = (id: string): Promise<FiguresJob> =>
  postJson(`/api/moderation/figures/${encodeURIComponent(id)}/stop`, {});
export const getManagedAccount = (name: string): Promise<ManagedAccount> =>
  getJson(`/api/moderation/people/${encodeURIComponent(name)}`);

export const setRole = (name: string, role: Account["role"]): Promise<ManagedAccount> =>
  postJson(`/api/moderation/people/${encodeURIComponent(name)}/role`, { role });

/** A page of a log about one account, or all if the name is empty. */
const logPage = (log: "log" | "security", name: string, before: number | null): string => {
  const query = new URLSearchParams(name === "" ? {} : { name });
  if (before !== null) query.set("before", String(before));
  return `/api/moderation/${log}?${query}`;
};

export const getModerationLog = (name: string, before: number | null): Promise<ModerationLog> =>
  getJson(logPage("log", name, before));

export const getSecurityLog = (name: string, before: number | null): Promise<SecurityLog> =>
  getJson(logPage("security", name, before));

export const confirmWarning = (): Promise<Account> => postJson("/api/account/warning/read", {});

export const openAccount = (name: string, reason: string): Promise<Moderation> =>
  postJson(`/api/moderation/people/${encodeURIComponent(name)}/lift`, { reason });
