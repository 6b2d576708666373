// The files in a zip or gz archive; a file that is no archive is the only one.

import { CallError } from "../api/http";
import type { Text } from "../api/types";

export interface Unpacked {
  /** The name in the archive; empty for a file that is no archive. */
  name: string;
  /** Unpacked when it is asked for. Throws a CallError. */
  bytes: () => Promise<Uint8Array>;
}

/** The bytes that are unpacked at most, as on a server. */
const MAX_UNPACKED = 16 * 1024 * 1024;

const TOO_LARGE: Text = {
  en: "The archive is too large: unpacked at most 16 MiB.",
  ja: "圧縮ファイルが大きすぎます（展開して16MiBまで）。",
};
const BROKEN: Text = {
  en: "The archive is damaged, or its files are locked with a password.",
  ja: "圧縮ファイルが壊れているか、パスワードがかかっています。",
};
const OTHER: Text = {
  en: "Of archives zip and gz are read here; unpack the file first.",
  ja: "ここで開ける圧縮ファイルはzipとgzです。展開してから開いてください。",
};

const refusal = (why: Text): CallError => new CallError(422, "unreadable", why);

// The signatures of the parts of a zip, and of other archives.
const ENTRY = 0x02014b50;
const END = 0x06054b50;
const END_LENGTH = 22;
const LOCAL = 0x04034b50;
const DEFLATED = 8;
const LOCKED = 1;
const OTHERS: readonly (readonly number[])[] = [
  [0x28, 0xb5, 0x2f, 0xfd], // zst
  [0x37, 0x7a, 0xbc, 0xaf], // 7z
  [0x52, 0x61, 0x72, 0x21], // rar
  [0xfd, 0x37, 0x7a, 0x58], // xz
  [0x42, 0x5a, 0x68], // bzip2
];

const begins = (bytes: Uint8Array, head: readonly number[]): boolean =>
  head.every((byte, at) => bytes[at] === byte);

export function filesIn(bytes: Uint8Array): Unpacked[] {
  const budget = { left: MAX_UNPACKED };
  if (begins(bytes, [0x50, 0x4b])) return zipped(bytes, budget);
  if (begins(bytes, [0x1f, 0x8b])) return [{ name: "", bytes: () => inflated(bytes, "gzip", budget) }];
  if (OTHERS.some((head) => begins(bytes, head))) throw refusal(OTHER);
  return [{ name: "", bytes: () => Promise.resolve(bytes) }];
}

function zipped(bytes: Uint8Array, budget: { left: number }): Unpacked[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    let end = bytes.length - END_LENGTH;
    while (view.getUint32(end, true) !== END) end -= 1;
    const files: Unpacked[] = [];
    let at = view.getUint32(end + 16, true);
    for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
      if (view.getUint32(at, true) !== ENTRY) throw refusal(BROKEN);
      const [flags, method] = [view.getUint16(at + 8, true), view.getUint16(at + 10, true)];
      const size = view.getUint32(at + 20, true);
      const [name, extra, comment] = [28, 30, 32].map((field) => view.getUint16(at + field, true)) as [
        number,
        number,
        number,
      ];
      const local = view.getUint32(at + 42, true);
      const named = nameOf(bytes.subarray(at + 46, at + 46 + name));
      if (!named.endsWith("/"))
        files.push({
          name: named,
          async bytes() {
            if (view.getUint32(local, true) !== LOCAL || (flags & LOCKED) !== 0) throw refusal(BROKEN);
            const from = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
            const packed = bytes.subarray(from, from + size);
            return method === DEFLATED ? inflated(packed, "deflate-raw", budget) : packed;
          },
        });
      at += 46 + name + extra + comment;
    }
    return files;
  } catch (error) {
    if (error instanceof RangeError) throw refusal(BROKEN);
    throw error;
  }
}

/** Names are in UTF-8, or in the Shift_JIS of Windows. */
function nameOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("shift_jis").decode(bytes);
  }
}

async function inflated(
  packed: Uint8Array,
  format: CompressionFormat,
  budget: { left: number },
): Promise<Uint8Array> {
  const parts: BlobPart[] = [];
  try {
    const stream = new Blob([packed as BlobPart]).stream().pipeThrough(new DecompressionStream(format));
    const reader = stream.getReader();
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      budget.left -= read.value.length;
      if (budget.left < 0) throw refusal(TOO_LARGE);
      parts.push(read.value as BlobPart);
    }
  } catch (error) {
    throw error instanceof CallError ? error : refusal(BROKEN);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
