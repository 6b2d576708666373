// The glyph outlines of the piece sets. The default set is part of the page, the others load on demand.

import body from "../../../src/komadai/diagram/faces/body.json";
import kaisei from "../../../src/komadai/diagram/faces/kaisei.json";
import { settings, type FaceSet } from "../state/settings.svelte";

/** From K, K2 (王), R … +P to path data in a 1000-unit em, y down, centred on 0,0. Keys with a 2: see below. */
type Glyphs = Record<string, string>;

const others: Record<Exclude<FaceSet, "kaisei">, () => Promise<{ default: { glyphs: Glyphs } }>> = {
  yuji: () => import("../../../src/komadai/diagram/faces/yuji.json"),
  two: () => import("../../../src/komadai/diagram/faces/two.json"),
  bilingual: () => import("../../../src/komadai/diagram/faces/bilingual.json"),
  western: () => import("../../../src/komadai/diagram/faces/western.json"),
  moves: () => import("../../../src/komadai/diagram/faces/moves.json"),
};

let current = $state.raw<{ set: FaceSet; glyphs: Glyphs }>({ set: "kaisei", glyphs: kaisei.glyphs });

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

/** The size of the current set's glyphs on a king, and their offset below its centre. */
export const glyphPlace = (): { scale: number; dy: number } => body.glyph[current.set];

/** Loads the set that the settings name; until it has loaded, or if that fails, the old set stays. */
export async function loadFaces(): Promise<void> {
  const set = settings.faces;
  if (set === current.set) return;
  const loaded = set === "kaisei" ? kaisei : await others[set]().then((module) => module.default);
  if (set === settings.faces) current = { set, glyphs: loaded.glyphs };
}
