export const dojoEn = {
  title: "Play people",
  opponent: "Opponent",
  computer: "Computer",
  people: "People",
  invite: "Invite by link",
  replaying: "The draw is replayed with colours exchanged, in the remaining time.",
  isReplay: "Replay of a drawn game, in the time that was left.",
  headToHead: (black: number, white: number, draws: number): string =>
    `Games between the two so far: Black ${black}, White ${white}${draws === 0 ? "" : `, drawn ${draws}`}`,
  declined: "Your opponent declined.",
  askTakeBack: "Ask to take back",
  abort: "Leave without a result",
  abortLoses: "Leave, and lose the game",
  away: "away",
  gone60: "has left",
  notBegun: "The game begins when both players are here.",
  firstMove: (ms: number, loses: boolean): string =>
    `A first move not made within ${
      ms >= 86_400_000
        ? `${ms / 86_400_000} days`
        : ms >= 120_000 && ms % 60_000 === 0
          ? `${ms / 60_000} minutes`
          : `${ms / 1000} seconds`
    } ${loses ? "loses the game" : "ends the game without a result"}.`,
  watchers: (n: number): string => (n === 1 ? "1 person is watching" : `${n} people are watching`),
  moveTo: (piece: string, square: string, promotes: boolean): string =>
    `${piece} to ${square}${promotes ? ", promoted" : ""}`,
  confirm: (move: string): string => `Play ${move}?`,
  confirmYes: "Play",
  confirmNo: "Take it back",
  premove: (piece: string, square: string): string => `Premove: ${piece} to ${square}`,
  premoveHelp: "Played at once after the other’s move. Escape cancels.",
  premoveCancel: "Cancel",
  premoveCancelled: "Premove cancelled.",
  premoveDropped: "Your premove was not legal after this move.",
  noHelp: "You are playing against a person. Engine lines, hints and reviews come back after the game.",
  backToGame: "Back to the game",
  askRematch: "Ask for a rematch",
  takeRematch: "Accept the rematch",
};
