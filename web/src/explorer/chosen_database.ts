// The database that the user chose last, stored in this browser.

const KEY = "komadai.explorer.database";

export function chosenDatabase(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // no storage
  }
}

export function chooseDatabase(key: string): void {
  try {
    localStorage.setItem(KEY, key);
  } catch {
    // Without storage the choice is lost when the page is closed.
  }
}
