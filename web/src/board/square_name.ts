// The Japanese name of a square.

import { kanjiNumber } from "./labels";
import { squareNumber } from "./squares";

const FILES = "１２３４５６７８９";
/** 「７七」 from "7g"; on larger boards 「12十一」. */
export function squareName(name: string): string {
  const square = squareNumber(name, { files: 36, ranks: 36 });
  const file = Math.floor(square / 36) + 1;
  return (file < 10 ? FILES.charAt(file - 1) : String(file)) + kanjiNumber((square % 36) + 1);
}
