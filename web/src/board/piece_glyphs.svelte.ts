// The outlines on the pieces. The default set is part of the page, the others come when asked for.

import body from "../../../src/komadai/diagram/faces/body.json";
import kaisei from "../../../src/komadai/diagram/faces/kaisei.json";
import { settings, type FaceSet } from "../app/settings.svelte";

/** From K, K2 (王), R … +P to path data in a 1000-unit em, y down, centred on 0,0. */
type Glyphs = Record<string, string>;

const others: Record<Exclude<FaceSet, "kaisei">, () => Promise<{ default: { glyphs: Glyphs } }>> = {
  yuji: () => import("../../../src/komadai/diagram/faces/yuji.json"),
  western: () => import("../../../src/komadai/diagram/faces/western.json"),
  moves: () => import("../../../src/komadai/diagram/faces/moves.json"),
};

let current = $state.raw<{ set: FaceSet; glyphs: Glyphs }>({ set: "kaisei", glyphs: kaisei.glyphs });

export const glyphs = (): Glyphs => current.glyphs;

/** How large a glyph of the current set stands on a king, and how far below its middle. */
export const glyphPlace = (): { scale: number; dy: number } => body.glyph[current.set];

/** Loads what the settings name; the set shown until then (or if it never comes) stays. */
export async function loadFaces(): Promise<void> {
  const set = settings.faces;
  if (set === current.set) return;
  const loaded = set === "kaisei" ? kaisei : await others[set]().then((module) => module.default);
  if (set === settings.faces) current = { set, glyphs: loaded.glyphs };
}
