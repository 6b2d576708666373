import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";

const SCRIPT = join(import.meta.dirname, "../styles.js");
let page = "";
beforeEach(() => {
  page = mkdtempSync(join(tmpdir(), "styles-"));
  mkdirSync(join(page, "src"));
});
afterEach(() => rmSync(page, { recursive: true }));

/** What the check objects to in a page with two components of these styles. */
function objections(one: string, other: string): string {
  writeFileSync(join(page, "src", "One.svelte"), `<p>One</p>\n<style>\n${one}\n</style>`);
  writeFileSync(join(page, "src", "Two.svelte"), `<p>Two</p>\n<style>\n${other}\n</style>`);
  return spawnSync(process.execPath, [SCRIPT, page], { encoding: "utf8" }).stderr.trim();
}

it("a rule stands in one component, in whatever order it says its parts", () => {
  expect(objections("p, b { color: red; margin: 0 }", "b,\np {\n  margin: 0;\n  color: red;\n}")).toBe(
    "styles: b, p { color: red; margin: 0 } stands in One.svelte, Two.svelte",
  );
});

it("another medium, selector or declaration is another rule", () => {
  expect(
    objections("p { margin: 0 }", "@media print { p { margin: 0 } } b { margin: 0 } p { margin: 1px }"),
  ).toBe("");
});

it("a rule of a medium stands once, too", () => {
  const print = "@media print { p { margin: 0 } }";
  expect(objections(print, print)).toContain("@media print p { margin: 0 }");
});

it("few components say what others say of another selector", () => {
  const rules = (name: string): string =>
    Array.from({ length: 100 }, (_, at) => `.${name}${at} { margin: ${at}px; color: red }`).join("\n");
  const said = objections(rules("one"), rules("two"));
  expect(said).toContain(
    "styles: { color: red; margin: 0px } stands in One.svelte (.one0), Two.svelte (.two0)",
  );
  expect(said).toContain("styles: 100 rules say again what others say, expected at most");
});
