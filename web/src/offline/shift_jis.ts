// Texts in the Shift_JIS of Windows. Browsers decode it and do not write it: the table is made by decoding.

const QUESTION = [0x3f];
const LEADS = [
  [0x81, 0x9f],
  [0xe0, 0xfc],
] as const;

let table: ReadonlyMap<string, readonly number[]> | undefined;

function bytesOf(): ReadonlyMap<string, readonly number[]> {
  const decoder = new TextDecoder("shift_jis");
  const found = new Map<string, readonly number[]>();
  const add = (...bytes: number[]): void => {
    const text = decoder.decode(new Uint8Array(bytes));
    // Some characters have two codes: the first one is written.
    if (text.length === 1 && text !== "\ufffd" && !found.has(text)) found.set(text, bytes);
  };
  for (let byte = 0; byte < 0x100; byte += 1) add(byte);
  for (const [first, last] of LEADS)
    for (let lead = first; lead <= last; lead += 1)
      for (let trail = 0x40; trail <= 0xfc; trail += 1) add(lead, trail);
  return found;
}

/** The text in Shift_JIS, with ? in place of characters that it does not have. */
export function shiftJis(text: string): Uint8Array<ArrayBuffer> {
  table ??= bytesOf();
  const bytes: number[] = [];
  for (const character of text) bytes.push(...(table.get(character) ?? QUESTION));
  return new Uint8Array(bytes);
}
