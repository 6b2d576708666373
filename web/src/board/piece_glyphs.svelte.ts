// The glyph outlines of the piece sets, each loaded when it is chosen.

import body from "../../../src/komadai/diagram/faces/body.json";
import { settings, type FaceSet } from "../state/settings.svelte";

/** From K, K2 (王), R … +P to path data in a 1000-unit em, y down, centred on 0,0. Keys with a 2: see below. */
export type Glyphs = Record<string, string>;

const sets: Record<FaceSet, () => Promise<{ default: { glyphs: Glyphs } }>> = {
  kaisei: () => import("../../../src/komadai/diagram/faces/kaisei.json"),
  yuji: () => import("../../../src/komadai/diagram/faces/yuji.json"),
  two: () => import("../../../src/komadai/diagram/faces/two.json"),
  bilingual: () => import("../../../src/komadai/diagram/faces/bilingual.json"),
  western: () => import("../../../src/komadai/diagram/faces/western.json"),
  animals: () => import("../../../src/komadai/diagram/faces/animals.json"),
  moves: () => import("../../../src/komadai/diagram/faces/moves.json"),
};

// The pieces stay bare until their faces have come: first a kanji and then an animal would look like a move.
let current = $state.raw<{ set: FaceSet; glyphs: Glyphs }>({ set: settings.faces, glyphs: {} });

/** The glyphs, of kinds that are written in two ways as the settings say. */
export function glyphs(): Glyphs {
  const chosen = { ...current.glyphs };
  const replace = (keys: readonly string[]): void => {
    for (const key of keys) {
      const other = current.glyphs[`${key}2`];
      if (other !== undefined) chosen[key] = other;
    }
  };
  if (settings.promotedFaces === "gold") replace(["+N", "+L", "+P"]);
  if (settings.dragon === "竜") replace(["+R", "+B"]);
  return chosen;
}

export const glyphPlace = (): { scale: number; dy: number } => placeOf(current.set);

/** The glyphs of a set. */
export const glyphsOf = async (set: FaceSet): Promise<Glyphs> => (await sets[set]()).default.glyphs;

/** The size of a set's glyphs on a king, and their offset below its centre. */
export const placeOf = (set: FaceSet): { scale: number; dy: number } => body.glyph[set];

/** Loads the set that the settings name; until it has loaded the old set stays. */
export async function loadFaces(): Promise<void> {
  const set = settings.faces;
  if (set === current.set && "K" in current.glyphs) return;
  try {
    const glyphs = await glyphsOf(set);
    if (set === settings.faces) current = { set, glyphs };
  } catch {
    // The pieces keep the faces that they have.
  }
}
