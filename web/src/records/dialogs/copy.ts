// Copies text to the clipboard.

/** Copies the text once it is ready; returns whether the browser allowed it. */
export async function copy(text: Promise<string>): Promise<boolean> {
  try {
    // Some browsers accept a copy only if it was started, as a promise, within the user's tap.
    const blob = text.then((words) => new Blob([words], { type: "text/plain" }));
    await navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })]);
    return true;
  } catch {
    try {
      await navigator.clipboard.writeText(await text);
      return true;
    } catch {
      return false; // no clipboard: a page without TLS, or the user denied it
    }
  }
}
