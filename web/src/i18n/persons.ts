// The texts of a game of two persons, which are loaded with such a game.

import { settings } from "../state/settings.svelte";
import { personsEn } from "./persons.en";
import { personsJa } from "./persons.ja";

export const personsWords = (): typeof personsEn => (settings.language === "ja" ? personsJa : personsEn);
