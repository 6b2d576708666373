import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

const repository = new URL("..", import.meta.url).pathname;

// `npm run dev` talks to a running `komadai serve` when KOMADAI_SERVER names it
// (http://127.0.0.1:8000), otherwise to the fixture game in dev/mock.ts.
const server = process.env["KOMADAI_SERVER"];

/**
 * Lets the browser load the main script in parallel with the entry, which imports it, and links its
 * style sheet, so that nothing is drawn without it.
 */
const preloadMainScript: Plugin = {
  name: "preload-main-script",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler: (_html, { bundle = {} }) =>
      Object.values(bundle)
        .filter((file) => file.type === "chunk")
        .filter(({ name }) => name === "start")
        .flatMap(({ fileName, viteMetadata }) => [
          ...[...(viteMetadata?.importedCss ?? [])].map((style) => ({
            tag: "link",
            attrs: { rel: "stylesheet", crossorigin: true, href: `/${style}` },
            injectTo: "head" as const,
          })),
          {
            tag: "link",
            attrs: { rel: "modulepreload", crossorigin: true, href: `/${fileName}` },
            injectTo: "head" as const,
          },
        ]),
  },
};

/** The document of pages that other sites show in a frame: they need no session. */
const embeddedDocument: Plugin = {
  name: "embedded-document",
  apply: "build",
  enforce: "post",
  generateBundle(_options, bundle) {
    const index = bundle["index.html"];
    if (index?.type !== "asset") throw new Error("index.html is not in the bundle");
    const source = String(index.source).replace(
      /\n *<!--[^>]*-->\s*<link rel="preload" href="\/api\/session"[^>]*>/,
      "",
    );
    if (source.includes("/api/session")) throw new Error("the session is still in the embedded document");
    this.emitFile({ type: "asset", fileName: "embed.html", source });
  },
};

/** The controls that most pages have. */
const CONTROLS =
  /\/ui\/(ActionMenu|Count|Dialog|Icon|IconButton|Mark|Loaded|Menu|NoHelp|Note|Notes|Segment|Switch|modal|popup|trouble)\./;

/** The board, and the parts of a page with a board that is played on. */
const BOARD_ROOM =
  /\/(board\/(Board|setup)|core\/ask_position|from_here\/FromHere|play\/(MoveNavigation|TypedMove|controls_texts|move_sound)|ui\/BottomSheet|state\/(fair_play|query))\./;

/** What the rooms of boards and the forms of new games share: a file of its own would cost a request in most rooms. */
const GAMES =
  /\/(board\/(sfen|spec|squares)|play\/clock|variants\/(variant_spec|names)|api\/(variants|options))\./;

/** The frame of a room with lists. */
const LIST_ROOM = /\/layouts\/(ListRoom|ListCard|Empty)\./;

/** What every page needs, and small parts that most pages need. */
const START =
  /\/(app\/start\.ts$|(i18n\/(dates|signed|together)|play\/result_texts|games\/outcome|ui\/tabs_texts)\.)/;

/** Small parts of what has to do with other persons: a game, the lobby, events. */
const PERSONS =
  /\/(play\/(speech|notices|rated_texts|higher)|ui\/(AccountName|account_name)|api\/(studies|events)|from_here\/addresses)\./;

/** What records, studies and the workbench of a position share. */
const SHARED =
  /\/(tree\/(?!tree_cursor|positions)|jobs\/|records\/(texts|endings|opening|storage\/record_db)|state\/(browser_database|new_id)\.|analysis\/(score_|short_score)|jobs\/|layouts\/Workbench\.|ui\/Tabs\.)/;

/** The workbench, which records and studies share. */
const WORKBENCH =
  /\/(tree\/(tree_cursor|positions)\.|records\/(Bench\.|RecordView\.|bench\/(?!EngineLine)|local_edits\.|panes\/Head(Words)?\.))/;

export default defineConfig(async ({ command }) => ({
  plugins: [
    svelte(),
    preloadMainScript,
    embeddedDocument,
    ...(command === "serve" && server === undefined ? [(await import("./dev/mock.ts")).mock()] : []),
  ],
  build: {
    outDir: "../src/komadai/server/static",
    emptyOutDir: true,
    target: "es2022",
    // The server's CSP allows nothing inline, so no asset may become a data: URL.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // One script for what every page needs, one for the controls, and one for what every page with a board
    // needs besides: many small files cost more than they hold. Each page is a script of its own. The entry,
    // which requests the data, imports nothing from these: it does not wait for them.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: "entry",
              test: /\/app\/(main|page_scripts)\.ts$|\/state\/(first_request|begun|language)\.ts$|preload-helper/,
              priority: 1,
            },
            { name: "start", test: (id: string) => START.test(id) || GAMES.test(id) },
            { name: "controls", test: CONTROLS },
            { name: "board_room", test: BOARD_ROOM },
            { name: "list_room", test: LIST_ROOM },
            { name: "persons", test: PERSONS },
            { name: "shared", test: SHARED },
            { name: "workbench", test: WORKBENCH },
          ],
        },
      },
    },
  },
  test: { setupFiles: ["tests/browser.ts"] },
  server: {
    fs: { allow: [repository] },
    ...(server === undefined ? {} : { proxy: { "/api": { target: server, ws: true } } }),
  },
}));
