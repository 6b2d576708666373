// The HTTP calls of variants.

import { getJson, openSession, postJson } from "./http";
import type { BeginnerHints, PositionValues, Solved, SolveJob, Variant, VariantList } from "./types";

const variants = new Map<string, Promise<Variant>>();
let list: Promise<VariantList> | undefined;

/** All variants; requested once, and again after a failure. */
export function listVariants(): Promise<VariantList> {
  list ??= getJson<VariantList>("/api/variants").catch((error: unknown) => {
    list = undefined;
    throw error;
  });
  return list;
}

/** The address of a call; `key` is a variant with its options, see variant_key.ts. */
const address = (key: string, call = "", sfen?: string): string =>
  `/api/variants/${encodeURIComponent(key)}${call}` +
  (sfen === undefined ? "" : `?sfen=${encodeURIComponent(sfen)}`);

/** One variant; requested once, and again after a failure. */
export function getVariant(key: string): Promise<Variant> {
  let variant = variants.get(key);
  if (variant === undefined) {
    variant = getJson<Variant>(address(key)).catch((error: unknown) => {
      variants.delete(key);
      throw error;
    });
    variants.set(key, variant);
  }
  return variant;
}

/** Hints for a position, from the gentlest to a move. */
export const getHints = (key: string, sfen: string, faces: string): Promise<BeginnerHints> =>
  getJson(`${address(key, "/hints", sfen)}&faces=${faces}`);

/** The values of all moves of a position in a solved game. */
export const getValues = (key: string, sfen: string): Promise<PositionValues> =>
  getJson(address(key, "/values", sfen));

export async function getSolved(name: string): Promise<Solved> {
  await openSession(); // the cookie identifies the user whose job it is
  return getJson(address(name, "/solved"));
}

export const beginSolving = (name: string): Promise<SolveJob> => postJson(address(name, "/solve"), {});
export const stopSolving = (name: string): Promise<SolveJob> => postJson(address(name, "/solve/stop"), {});

/** The address of a picture of the position with these faces; without `sfen` the start. */
export const boardPicture = (key: string, faces: string, sfen?: string): string => {
  const picture = address(key, "/board.svg", sfen);
  return `${picture}${sfen === undefined ? "?" : "&"}faces=${faces}`;
};

/** The address of the board and pieces to print. */
export const printable = (key: string, faces: string): string =>
  `${address(key, "/paper.pdf")}?faces=${faces}`;
