import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const FOLDER = join(import.meta.dirname, "../../src/play");
/** The types, the name of a variant with its options, and the choices of a new game, which every edition has. */
const PURE = ["types", "variant_key", "options.svelte"];
/** The server's form of a game; and the editor of conditional moves, which are the server's alone. */
const OF_THE_SERVER = ["server_game.svelte.ts", "ConditionalMoves.svelte"];

test("the room of a game knows the server only through its source", () => {
  const found = readdirSync(FOLDER)
    .filter((file) => !OF_THE_SERVER.includes(file))
    .flatMap((file) =>
      [...readFileSync(join(FOLDER, file), "utf8").matchAll(/from "\.\.\/api\/([\w.]+)"/g)]
        .filter(([, name = ""]) => !PURE.includes(name))
        .map(([line]) => `${file}: ${line}`),
    );
  expect(found).toEqual([]);
});
