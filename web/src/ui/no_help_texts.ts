// The texts of a page without help while a game is played.

import type { Text } from "../api/types";
import { inLanguages } from "../i18n";

/** The id of the sentence, for what it describes. */
export const NO_HELP = "no-help";

const en = {
  noHelp: "You are playing against a person. Engine lines, hints and reviews come back after the game.",
  backToGame: "Back to the game",
};

const ja: typeof en = {
  noHelp: "人との対局中です。エンジンの読み筋・ヒント・検討は終局後に使えます。",
  backToGame: "対局に戻る",
};

export const noHelpWords = inLanguages({ en, ja });

/** The same sentence, as an error of a job. */
export const noHelpText: Text = { en: en.noHelp, ja: ja.noHelp };
