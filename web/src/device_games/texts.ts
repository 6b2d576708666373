// The texts of games on this device.

import type { Text } from "../api/types";
import { inLanguages } from "../i18n";

export const deviceGameTexts = {
  changed: {
    en: "The game has gone on in another tab. Here it can only be watched.",
    ja: "この対局は別のタブで進んでいます。ここでは見るだけになります。",
  },
  elsewhere: {
    en: "The game is open in another tab. Here it can only be watched; it goes on here when that tab is closed.",
    ja: "この対局は別のタブで開いています。ここでは見るだけです。そのタブを閉じると、ここで続けられます。",
  },
  engineFailed: {
    en: "The computer stopped working. It starts again.",
    ja: "コンピュータが停止したため、再起動して続けます。",
  },
  coreMissing: {
    en: "This browser cannot run the program: it has no WebAssembly, or it is switched off.",
    ja: "このブラウザではプログラムを動かせません（WebAssemblyがないか、無効になっています）。",
  },
  gameIsOver: { en: "The game is over in this position.", ja: "この局面で対局は終わっています。" },
  noPosition: { en: "This is no position in SFEN.", ja: "SFENの局面として読めません。" },
  notAMove: { en: "That is no move here: {text}", ja: "この局面の指し手として読めません：{text}" },
  ofVariant: {
    en: "The records of variants can be opened only where there is a server.",
    ja: "変則将棋の棋譜は、サーバーのあるページでのみ開けます。",
  },
  deleted: { en: "The game was deleted.", ja: "対局を削除しました。" },
} satisfies Record<string, Text>;

const en = {
  sentence: "All you have played here. They are kept in this browser only.",
  searchHint: "Opponent, result…",
  download: "Download the record",
  remove: "Delete the game",
};

const ja: typeof en = {
  sentence: "ここで指したすべての対局です。このブラウザだけに保存されています。",
  searchHint: "相手・結果など",
  download: "棋譜をダウンロード",
  remove: "対局を削除",
};

export const deviceGamesWords = inLanguages({ en, ja });
