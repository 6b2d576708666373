// Checks that a rule of style stands once: no two components say the same of the same selector. What they share is
// a class in app.css or a component of ui. `npm run lint` runs it; `node styles.js FOLDER` checks another folder.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const page = process.argv[2] ?? import.meta.dirname;
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
for (const file of readdirSync(source, { recursive: true }).filter((name) => /\.(svelte|css)$/.test(name))) {
  const text = readFileSync(join(source, file), "utf8");
  const sheet = file.endsWith(".css") ? text : (/<style>(.*?)<\/style>/s.exec(text)?.[1] ?? "");
  for (const [media, selectors, body] of rulesOf(sheet.replace(/\/\*.*?\*\//gs, ""))) {
    const rule = `${media} ${selectors} { ${body} }`.trim();
    places.set(rule, [...(places.get(rule) ?? []), file]);
  }
}
const repeated = [...places].filter(([, files]) => files.length > 1);
for (const [rule, files] of repeated) console.error(`styles: ${rule} stands in ${files.join(", ")}`);
process.exitCode = repeated.length > 0 ? 1 : 0;
