// Builds the edition without a server: `make static`.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

const here = import.meta.dirname;
const repository = join(here, "../..");
/** What `tools/static_data.py` has written. */
const DATA = join(repository, "build/static");

/** The texts of the licences of what is compiled in, beside the library's own in `public`. */
const LICENCES = join(repository, "packaging/licenses");

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();

/** Adds the data, and the service worker, which knows all files. */
const offline: Plugin = {
  name: "offline",
  apply: "build",
  enforce: "post",
  generateBundle(_options, bundle) {
    for (const name of filesIn(DATA))
      this.emitFile({ type: "asset", fileName: `data/${name}`, source: readFileSync(join(DATA, name)) });
    for (const name of filesIn(LICENCES))
      this.emitFile({
        type: "asset",
        fileName: `licences/${name}`,
        source: readFileSync(join(LICENCES, name)),
      });
    const open = join(here, "public");
    const worker = readFileSync(join(here, "service_worker.js"), "utf8");
    const contents = new Map<string, string | Uint8Array>([
      ...Object.entries(bundle).map(
        ([name, file]) => [name, file.type === "asset" ? file.source : file.code] as const,
      ),
      ...filesIn(DATA).map((name) => [`data/${name}`, readFileSync(join(DATA, name))] as const),
      ...filesIn(open).map((name) => [name, readFileSync(join(open, name))] as const),
    ]);
    const hash = createHash("sha256").update(worker);
    for (const [name, content] of contents) hash.update(name).update(content);
    const version = JSON.stringify(hash.digest("hex").slice(0, 12));
    const head = `const VERSION = ${version};\nconst FILES = ${JSON.stringify([...contents.keys()].sort())};\n`;
    this.emitFile({ type: "asset", fileName: "service_worker.js", source: head + worker });
  },
};

/** What hosts of files do not send as a header. */
const POLICY =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; " +
  "img-src 'self' data: blob:; worker-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'";

/** The document of the served page, with another start and what an installed page has. */
const installedDocument: Plugin = {
  name: "installed-document",
  transformIndexHtml: {
    order: "pre",
    handler(html) {
      const served = "/src/app/main.ts";
      const session = /\n *<!--[^>]*-->\s*<link rel="preload" href="\/api\/session"[^>]*>/;
      if (!html.includes(served) || !session.test(html)) throw new Error("index.html is not as expected");
      const link = (rel: string, href: string) => ({ tag: "link", attrs: { rel, href } });
      return {
        html: html.replace(session, "").replace(served, "/src/app/start_static.ts"),
        tags: [
          {
            tag: "meta",
            attrs: { "http-equiv": "Content-Security-Policy", content: POLICY },
            injectTo: "head-prepend" as const,
          },
          link("apple-touch-icon", "./icon-180.png"),
          link("manifest", "./manifest.webmanifest"),
        ],
      };
    },
  },
};

export default defineConfig({
  root: join(here, ".."),
  publicDir: join(here, "public"),
  base: "./",
  plugins: [svelte({ configFile: join(here, "../svelte.config.js") }), installedDocument, offline],
  build: {
    outDir: join(repository, "dist/static"),
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
