// Checks who imports whom: the folders of src are floors, listed in floors.json from the ground up, and an
// import goes only down. `npm run lint` runs it; `node floors.js FOLDER` checks the page in another folder.

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";

const IMPORT = /\b(?:from|import)\s*\(?\s*["'](\.[^"']*)["']/g;

/** The imports that leave their floor: [the file, its floor, the imported file, its floor]. */
function importsBetween(source) {
  return readdirSync(source, { recursive: true })
    .filter((file) => /\.(ts|svelte)$/.test(file))
    .flatMap((file) =>
      [...readFileSync(join(source, file), "utf8").matchAll(IMPORT)].map(([, specifier]) => {
        const imported = relative(source, join(source, dirname(file), specifier));
        return [file, floorOf(file), imported, floorOf(imported)];
      }),
    )
    .filter(([, from, , to]) => from !== to && to !== "..");
}

const floorOf = (file) => file.split(sep)[0];

function objections(floors, imports) {
  const height = (floor) => floors.indexOf(floor);
  const unknown = new Set(imports.flatMap(([, from, , to]) => [from, to]).filter((f) => height(f) < 0));
  return [
    ...[...unknown].map((floor) => `${floor}: not in the list of floors`),
    ...imports
      .filter(([, from, , to]) => 0 <= height(from) && height(from) < height(to))
      .map(([file, , imported]) => `${file} imports ${imported}, which is above it`),
  ];
}

const page = process.argv[2] ?? import.meta.dirname;
const floors = JSON.parse(readFileSync(join(page, "floors.json"), "utf8"));
const found = objections(floors, importsBetween(join(page, "src")));
for (const objection of found) console.error(`floors: ${objection}`);
process.exitCode = found.length > 0 ? 1 : 0;
