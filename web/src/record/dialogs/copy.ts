// Text onto the clipboard and files onto the disk.

/** Answers whether the browser let it be copied. `text` may still be on its way. */
export async function copy(text: Promise<string>): Promise<boolean> {
  try {
    // Some browsers take only what was promised within the tap itself.
    const blob = text.then((words) => new Blob([words], { type: "text/plain" }));
    await navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })]);
    return true;
  } catch {
    try {
      await navigator.clipboard.writeText(await text);
      return true;
    } catch {
      return false; // no clipboard: an address without TLS, or the reader said no
    }
  }
}

/** Gives the file to the browser to be kept where downloads are kept. */
export function download(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
