import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";

const SCRIPT = join(import.meta.dirname, "../floors.js");
let page = "";
beforeEach(() => void (page = mkdtempSync(join(tmpdir(), "floors-"))));
afterEach(() => rmSync(page, { recursive: true }));

/** What the check objects to in a page with two floors, `ground` and `roof`. */
function objections(files: Record<string, string>): string[] {
  writeFileSync(join(page, "floors.json"), JSON.stringify(["ground", "roof"]));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(page, "src", name)), { recursive: true });
    writeFileSync(join(page, "src", name), text);
  }
  const { stderr } = spawnSync(process.execPath, [SCRIPT, page], { encoding: "utf8" });
  return stderr.split("\n").filter((line) => line !== "");
}

it("an import goes down, or stays on its floor", () => {
  expect(
    objections({
      "roof/tile.ts": 'import { stone } from "../ground/stone";\nimport { slate } from "./slate";',
      "ground/stone.ts": "export const stone = 1;",
    }),
  ).toEqual([]);
});

it.each([
  ["a script", "stone.ts", 'import { tile } from "../roof/tile";'],
  ["a type", "stone.ts", 'import type { Tile } from "../roof/tile";'],
  ["a component", "Stone.svelte", '<script>\n  import { tile } from "../roof/tile";\n</script>'],
  ["a script loaded later", "Stone.svelte", '{#await import("../roof/tile") then { tile }}{tile}{/await}'],
  ["what is passed on", "stone.ts", 'export * from "../roof/tile";'],
])("no import of %s goes up", (_what, name, text) => {
  expect(objections({ [`ground/${name}`]: text })).toEqual([
    `floors: ground/${name} imports roof/tile, which is above it`,
  ]);
});

it("a new folder has its place in the list", () => {
  expect(objections({ "cellar/wine.ts": 'import { stone } from "../ground/stone";' })).toEqual([
    "floors: cellar: not in the list of floors",
  ]);
});
