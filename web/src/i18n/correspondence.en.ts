export const correspondenceEn = {
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
  vacation: "Vacation",
  vacationLead:
    "On vacation your time stands still in all your correspondence games. Your opponents are told.",
  daysLeft: (n: number): string =>
    n === 1 ? "1 day of this year is left." : `${n} days of this year are left.`,
  until: (day: string): string => `You are on vacation until ${day}.`,
  days: "Days",
  begin: "Begin the vacation",
  change: "Change it",
  end: "End it now",
  failed: "This could not be saved. Please try again.",
};
