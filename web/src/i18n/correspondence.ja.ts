import type { correspondenceEn } from "./correspondence.en";

export const correspondenceJa: typeof correspondenceEn = {
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
  vacation: "休暇",
  vacationLead: "休暇中は、すべての通信対局で自分の持ち時間が止まります。相手にも知らされます。",
  daysLeft: (n) => `今年の残りは${n}日です。`,
  until: (day) => `${day}まで休暇中です。`,
  days: "日数",
  begin: "休暇を始める",
  change: "変更する",
  end: "今すぐ終える",
  failed: "保存できませんでした。もう一度お試しください。",
};
