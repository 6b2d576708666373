// The texts of conditional moves, which are loaded with them.

import { inLanguages } from "../i18n";

const en = {
  conditional: "Conditional moves",
  conditionalLead:
    "Your answers to moves that may come. They are played at once, and your opponent cannot see them.",
  none: "None yet.",
  add: "Add a line",
  go: "Continue",
  goOn: (line: string): string => `Continue ${line}`,
  remove: "Remove",
  removeLine: (line: string): string => `Remove ${line}`,
  theirMove: "If your opponent plays …",
  yourAnswer: "… you answer:",
  back: "One move back",
  save: "Save the line",
  cancel: "Cancel",
  start: "Play your opponent’s move on the board.",
  failed: "This could not be saved. Please try again.",
};

const ja: typeof en = {
  conditional: "条件付きの指し手",
  conditionalLead:
    "相手が指しそうな手への応手を決めておけます。その手が指されると、すぐに応じます。相手には見えません。",
  none: "まだありません。",
  add: "手順を加える",
  go: "続ける",
  goOn: (line) => `${line} に続ける`,
  remove: "削除",
  removeLine: (line) => `${line} を削除`,
  theirMove: "相手がこう指したら…",
  yourAnswer: "…こう応じる",
  back: "一手戻す",
  save: "手順を保存",
  cancel: "やめる",
  start: "盤上で相手の手を指してください。",
  failed: "保存できませんでした。もう一度お試しください。",
};

export const conditionalWords = inLanguages({ en, ja });
