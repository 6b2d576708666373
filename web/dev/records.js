// Reads and writes records as the edition without a server does: for benchmarks/browser_records.py, which sends a
// question on each line and gets an answer on each. Needs `make static`.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { createServer } from "vite";

const web = join(import.meta.dirname, "..");
const built = join(web, "../build");
const load = createRequire(import.meta.url)(join(built, "browser/komadai.js"));
globalThis.core = await load({ wasmBinary: readFileSync(join(built, "browser/komadai.wasm")) });
globalThis.document = { baseURI: "http://static/" };
globalThis.fetch = (address) =>
  Promise.resolve(new Response(readFileSync(join(built, "static", address.pathname.replace("/data/", "")))));

const server = await createServer({
  root: web,
  configFile: false,
  appType: "custom",
  logLevel: "error",
  server: { middlewareMode: true, watch: null, hmr: false, ws: false },
  optimizeDeps: { noDiscovery: true },
  plugins: [
    {
      name: "the core in Node",
      enforce: "pre",
      resolveId: (source) => (source.endsWith("/core/here") ? "\0here" : null),
      load: (id) => (id === "\0here" ? "export const coreHere = async () => globalThis.core;" : null),
    },
  ],
});
const { RECORDS } = await server.ssrLoadModule("/src/offline/records.ts");

async function answer({ read, write }) {
  try {
    if (read !== undefined)
      return { read: await RECORDS["POST /api/records/read"]({ body: Buffer.from(read, "base64") }) };
    const written = await RECORDS["POST /api/records/write"]({ body: write });
    const losses = JSON.parse(written.headers.get("X-Komadai-Losses"));
    return { file: Buffer.from(await written.arrayBuffer()).toString("base64"), losses };
  } catch (error) {
    return { error: String(error) };
  }
}

for await (const line of createInterface({ input: process.stdin }))
  process.stdout.write(`${JSON.stringify(await answer(JSON.parse(line)))}\n`);
await server.close();
