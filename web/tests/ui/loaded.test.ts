// A part of the page that is loaded when it is needed may not come.
import { expect, test } from "vitest";

const sources = import.meta.glob<string>("../../src/**/*.svelte", {
  eager: true,
  query: "?raw",
  import: "default",
});

/** Layers of the board: a picture has no place for words, and the board is there without them. */
const MAY_STAY_AWAY = ["board/Board.svelte"];

test("no part of the page stays away without a word", () => {
  const silent = Object.entries(sources)
    .filter(([, source]) => /{#await(?:(?!{:catch|{#await)[\s\S])*?{\/await}/.test(source))
    .map(([file]) => file.slice("../../src/".length));
  expect(silent).toEqual(MAY_STAY_AWAY);
});
