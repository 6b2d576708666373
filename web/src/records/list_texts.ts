// The texts of the room with the records of this browser.

import { inLanguages } from "../i18n";

const en = {
  openGame: "Open a game",
  openGameHint: "Drop a file anywhere here. KIF, KI2, CSA, USI, JKF and more.",
  open: "Open a file",
  paste: "Paste",
  fresh: "New record",
  reads:
    "KIF, KI2, CSA, USI, SFEN, JKF and USEN, in any encoding; zip archives and files with several games, too.",
  privately: "Your records are stored in this browser only, not on the server.",
  yours: "Your records",
  searchHint: "Player, event, file",
  noRecords: "No records yet",
  noRecordsHint:
    "A file you open, a game you go over and a record you begin are kept here, in this browser only.",
  famousGames: "Open a famous game",
  noneFound: (query: string): string => `No record matches “${query}”`,
  newStudy: "New study",
  noStudies: "No study of yours yet",
  noStudiesHint: "A study has chapters and can be shared: several people look at it and write in it at once.",
  publicStudies: "Look at public studies",
  lookUp: {
    title: "Look something up",
    position: "Set up a position",
    statistics: "Openings and statistics",
    thinking: "How the program thinks",
  },
  reviewed: "reviewed",
  removeIt: "Remove",
  removed: (name: string): string => `${name} was removed.`,
  pasteTitle: "Paste a record",
  pasteLabel: "The record's text",
  pasteGo: "Open",
};

const ja: typeof en = {
  openGame: "棋譜を開く",
  openGameHint: "ファイルをどこにでもドロップできます。KIF・KI2・CSA・USI・JKFなど。",
  open: "ファイルを開く",
  paste: "貼り付け",
  fresh: "新しい棋譜",
  reads:
    "KIF・KI2・CSA・USI・SFEN・JKF・USEN。文字コードは自動で判別します。zipや複数局のファイルも読めます。",
  privately: "棋譜はこのブラウザにだけ保存されます。サーバーには保存されません。",
  yours: "あなたの棋譜",
  searchHint: "対局者・棋戦・ファイル名",
  noRecords: "棋譜はまだありません",
  noRecordsHint: "開いたファイル、検討した対局、新しく作った棋譜が、このブラウザにだけ保存されます。",
  famousGames: "名局を開く",
  noneFound: (query) => `「${query}」に一致する棋譜はありません`,
  newStudy: "新しい研究",
  noStudies: "研究はまだありません",
  noStudiesHint: "研究は章に分けられ、ほかの人と同時に見たり書き込んだりできます。",
  publicStudies: "公開されている研究を見る",
  lookUp: {
    title: "調べる",
    position: "局面を作る",
    statistics: "定跡と統計",
    thinking: "プログラムの読み",
  },
  reviewed: "解析済み",
  removeIt: "一覧から外す",
  removed: (name) => `「${name}」を一覧から外しました。`,
  pasteTitle: "棋譜を貼り付ける",
  pasteLabel: "棋譜のテキスト",
  pasteGo: "開く",
};

export const listWords = inLanguages({ en, ja });
