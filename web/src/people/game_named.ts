// Which game a moderator means.

/** The game that a moderator names by its id or its address; null if there is none in the text. */
export function gameNamed(text: string): string | null {
  const id =
    text
      .trim()
      .replace(/[?#].*$/, "")
      .replace(/\/+$/, "")
      .split("/")
      .pop() ?? "";
  return /^[0-9a-z]{12}$/.test(id) ? id : null;
}
