// The piece that was touched in a game with touch-move. It survives a reload of the page.

const KEY = "komadai.touched";

export interface Touched {
  game: string;
  /** The position in which it was touched. */
  sfen: string;
  /** As its move in USI begins: `7g`, `P*`. */
  origin: string;
}

/** What must move in this position of the game; null: no piece was touched. */
export function loadTouched(game: string, sfen: string): string | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as Touched | null;
    return stored?.game === game && stored.sfen === sfen ? stored.origin : null;
  } catch {
    return null;
  }
}

export function storeTouched(touched: Touched): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(touched));
  } catch {
    // No storage: a reload of the page releases the piece.
  }
}

/** Whether a typed move is one of the piece that was touched: `7g7f` of `7g`, `P*5e` of `P*`. */
export const isOfTouched = (typed: string, origin: string): boolean => {
  const text = typed.trim().toLowerCase();
  const from = /^(?:\+?[a-z]+\*|\d+[a-z]+?(?=\d))/.exec(text)?.[0];
  return from === origin.toLowerCase();
};
