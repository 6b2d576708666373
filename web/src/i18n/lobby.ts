// The texts of the lobby and of challenges, which are loaded with their pages.

import { settings } from "../state/settings.svelte";
import { lobbyEn } from "./lobby.en";
import { lobbyJa } from "./lobby.ja";

export const lobbyWords = (): typeof lobbyEn => (settings.language === "ja" ? lobbyJa : lobbyEn);
