// The HTTP calls of e-mail.

import { getJson, openSession, postJson } from "./http";
import type { MailAddress, MailAvailable, MailDone } from "./types";

export async function mailAvailable(): Promise<boolean> {
  await openSession();
  return (await getJson<MailAvailable>("/api/mail")).available;
}

export const getAddress = (): Promise<MailAddress> => getJson("/api/account/email");

export const setAddress = (address: string, password: string): Promise<MailAddress> =>
  postJson("/api/account/email", { address, password });

export const setNotices = (on: boolean): Promise<MailAddress> => postJson("/api/account/notices", { on });

export const askReset = (name: string): Promise<MailDone> => postJson("/api/mail/forgotten", { name });

export const resetPassword = (token: string, password: string): Promise<MailDone> =>
  postJson("/api/mail/reset", { token, password });

export const openLink = (kind: "confirm" | "unsubscribe", token: string): Promise<MailDone> =>
  postJson(`/api/mail/${kind}`, { token });
