// Checks that a rule of style stands once. No two components say the same of the same selector, and few say the same
// of another one, where it is more than one declaration: what they share is a class in app.css or a component of ui.
// `npm run lint` runs it; `node styles.js FOLDER` checks another folder, `--list` lists what is said more than once.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** How often several declarations may be said again, of any selector; to be lowered with each that goes. */
const MOST = 37;

const list = process.argv.includes("--list");
const page = process.argv.slice(2).find((one) => one !== "--list") ?? import.meta.dirname;
const source = join(page, "src");

/** Every rule of a sheet: [media, selectors, declarations], each in one order. */
function* rulesOf(sheet, media = "") {
  for (let at = 0, open; (open = sheet.indexOf("{", at)) >= 0;) {
    let end = open + 1;
    for (let depth = 1; depth > 0; end += 1) depth += { "{": 1, "}": -1 }[sheet[end]] ?? 0;
    const selector = sheet.slice(at, open).replace(/\s+/g, " ").trim();
    const body = sheet.slice(open + 1, end - 1);
    if (/^@(media|supports|container)/.test(selector)) yield* rulesOf(body, media + selector);
    else if (!selector.startsWith("@")) yield [media, sorted(selector, ","), sorted(body, ";")];
    at = end;
  }
}

const sorted = (text, separator) =>
  text
    .split(separator)
    .map((part) => part.replace(/\s+/g, " ").trim())
    .filter(Boolean)
    .sort()
    .join(`${separator} `);

const places = new Map();
const bodies = new Map();
const note = (map, key, place) => map.set(key, [...(map.get(key) ?? []), place]);
for (const file of readdirSync(source, { recursive: true }).filter((name) => /\.(svelte|css)$/.test(name))) {
  const text = readFileSync(join(source, file), "utf8");
  const sheet = file.endsWith(".css") ? text : (/<style>(.*?)<\/style>/s.exec(text)?.[1] ?? "");
  for (const [media, selectors, body] of rulesOf(sheet.replace(/\/\*.*?\*\//gs, ""))) {
    note(places, `${media} ${selectors} { ${body} }`.trim(), file);
    if (body.includes(";")) note(bodies, `${media} { ${body} }`.trim(), `${file} (${selectors})`);
  }
}
const repeated = [...places].filter(([, files]) => files.length > 1);
for (const [rule, files] of repeated) console.error(`styles: ${rule} stands in ${files.join(", ")}`);
const again = [...bodies].filter(([, at]) => at.length > 1);
const count = again.reduce((sum, [, at]) => sum + at.length - 1, 0);
if (list || count > MOST)
  for (const [body, at] of again) console.error(`styles: ${body} stands in ${at.join(", ")}`);
if (count > MOST) console.error(`styles: ${count} rules say again what others say, expected at most ${MOST}`);
process.exitCode = repeated.length > 0 || count > MOST ? 1 : 0;
