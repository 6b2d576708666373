// The texts of vacations from correspondence games.

import { inLanguages } from "../i18n";

const en = {
  vacation: "Vacation",
  vacationLead:
    "On vacation your time stands still in all your games with days a move. Your opponents are told.",
  daysLeft: (n: number): string =>
    n === 1 ? "1 day of this year is left." : `${n} days of this year are left.`,
  until: (day: string): string => `You are on vacation until ${day}.`,
  days: "Days",
  begin: "Begin the vacation",
  change: "Change it",
  end: "End it now",
  failed: "This could not be saved. Please try again.",
};

const ja: typeof en = {
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

export const vacationWords = inLanguages({ en, ja });
