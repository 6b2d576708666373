import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const repository = new URL("..", import.meta.url).pathname;

// `npm run dev` talks to a running `komadai serve` when KOMADAI_SERVER names it
// (http://127.0.0.1:8000), otherwise to the fixture game in dev/mock.ts.
const server = process.env["KOMADAI_SERVER"];

export default defineConfig(async ({ command }) => ({
  plugins: [
    svelte(),
    ...(command === "serve" && server === undefined ? [(await import("./dev/mock.ts")).mock()] : []),
  ],
  build: {
    outDir: "../src/komadai/server/static",
    emptyOutDir: true,
    target: "es2022",
    // The server's CSP allows nothing inline, so no asset may become a data: URL.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    fs: { allow: [repository] },
    ...(server === undefined ? {} : { proxy: { "/api": { target: server, ws: true } } }),
  },
}));
