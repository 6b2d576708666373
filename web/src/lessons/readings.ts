// Readings in Japanese texts: 駒《こま》; ｜ begins a word that has kana too, ｜打ち歩《うちふ》.

const READING = /(?:｜([^《》｜]+)|([々一-鿿]+))《([^》]+)》/g;

export interface Part {
  text: string;
  /** Empty: none. */
  reading: string;
}

/** The text as parts with their readings. */
export function splitReadings(text: string): Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const found of text.matchAll(READING)) {
    if (found.index > end) parts.push({ text: text.slice(end, found.index), reading: "" });
    parts.push({ text: found[1] ?? found[2] ?? "", reading: found[3] ?? "" });
    end = found.index + found[0].length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), reading: "" });
  return parts;
}

/** The text without readings, for titles of the window and for screen readers. */
export const withoutReadings = (text: string): string =>
  splitReadings(text)
    .map((part) => part.text)
    .join("");
