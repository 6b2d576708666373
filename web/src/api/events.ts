// The HTTP calls of events (tournaments).

import { getJson, openSession, postJson } from "./http";
import type {
  EventOfGame,
  LeagueReport,
  NewTournamentId,
  NewTournament,
  Tournament,
  TournamentCommand,
  TournamentList,
  TournamentLog,
} from "./types";

const path = (id: string): string => `/api/events/${encodeURIComponent(id)}`;

export async function getEvents(): Promise<TournamentList> {
  await openSession();
  return getJson("/api/events");
}

export const newEvent = (event: NewTournament): Promise<NewTournamentId> => postJson("/api/events", event);

export async function getEvent(id: string): Promise<Tournament> {
  await openSession();
  return getJson(path(id));
}

export const inEvent = (id: string, command: TournamentCommand): Promise<Tournament> =>
  postJson(`${path(id)}/commands`, { command });

/** The link of an event's page as a picture. */
export const qrCode = (id: string): string => `${path(id)}/qr.svg`;

/** The event in which a game is played. */
export const eventOfGame = (game: string): Promise<EventOfGame> =>
  getJson(`/api/games/${encodeURIComponent(game)}/event`);

export const getLog = (id: string): Promise<TournamentLog> => getJson(`${path(id)}/log`);

export const getReport = (id: string, day: string): Promise<LeagueReport> =>
  getJson(`${path(id)}/reports/${day}`);

export const reportSheet = (id: string, day: string, language: string): string =>
  `${path(id)}/reports/${day}/sheet.pdf?language=${language}`;

export const tableFile = (id: string, kind: "pdf" | "csv" | "json", language: string): string =>
  `${path(id)}/table/${kind}?language=${language}`;

export const roundSheet = (id: string, round: number, language: string): string =>
  `${path(id)}/rounds/${round}/sheet.pdf?language=${language}`;
