// Whether something was begun in this browser, as it is stored.

export const BEGUN = "komadai.begun";
/** What older versions stored when a game or a challenge was made. */
const OLDER = ["komadai.new-game", "komadai.new-challenge"];

export function hasBegun(): boolean {
  try {
    return [BEGUN, ...OLDER].some((key) => localStorage.getItem(key) !== null);
  } catch {
    return false;
  }
}
