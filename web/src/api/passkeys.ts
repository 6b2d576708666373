// The HTTP calls of passkeys, and what the browser's authenticator is asked.

import { enterSession, getJson, openSession, postJson } from "./http";
import type { PasskeyList, PasskeyOptions, PasskeysOffered, Session } from "./types";

/** Whether this browser can make and use passkeys on this page. */
export const browserHasPasskeys = (): boolean =>
  typeof PublicKeyCredential === "function" && "parseRequestOptionsFromJSON" in PublicKeyCredential;

/** Whether one can log in with a passkey at this address and in this browser. */
export async function passkeysOffered(): Promise<boolean> {
  if (!browserHasPasskeys()) return false;
  await openSession();
  return (await getJson<PasskeysOffered>("/api/passkeys")).offered;
}

export const getPasskeys = (): Promise<PasskeyList> => getJson("/api/account/passkeys");

/** Makes a passkey and stores it; null if the user has changed their mind. */
export async function addPasskey(name: string, password: string): Promise<PasskeyList | null> {
  const { options } = await postJson<PasskeyOptions>("/api/account/passkeys/begin", { password });
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    JSON.parse(options) as PublicKeyCredentialCreationOptionsJSON,
  );
  const made = await answered(navigator.credentials.create({ publicKey }));
  if (made === null) return null;
  return postJson("/api/account/passkeys", { name, credential: made });
}

export const removePasskey = (id: string, password: string): Promise<PasskeyList> =>
  postJson(`/api/account/passkeys/${encodeURIComponent(id)}/remove`, { password });

/** Logs in with a passkey of the user's choice; null if the user has changed their mind. */
export async function logInWithPasskey(): Promise<Session | null> {
  const { options } = await postJson<PasskeyOptions>("/api/account/passkey-login/begin", {});
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    JSON.parse(options) as PublicKeyCredentialRequestOptionsJSON,
  );
  const signed = await answered(navigator.credentials.get({ publicKey }));
  return signed === null ? null : enterSession("/api/account/passkey-login", { credential: signed });
}

/** The authenticator already has a passkey of this account. */
export class KnownAlready extends Error {}

async function answered(question: Promise<Credential | null>): Promise<string | null> {
  try {
    const credential = await question;
    return credential instanceof PublicKeyCredential ? JSON.stringify(credential.toJSON()) : null;
  } catch (error) {
    if (error instanceof DOMException && error.name === "InvalidStateError") throw new KnownAlready();
    if (error instanceof DOMException) return null; // cancelled, or the time was over
    throw error;
  }
}
