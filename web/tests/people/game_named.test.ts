import { expect, test } from "vitest";
import { gameNamed } from "../../src/people/game_named";

test("a game is named by its id or its address", () => {
  for (const text of [
    "h3k7m2p9q4rt",
    " h3k7m2p9q4rt ",
    "/game/h3k7m2p9q4rt",
    "https://club.example/game/h3k7m2p9q4rt/?ply=3#end",
  ])
    expect(gameNamed(text)).toBe("h3k7m2p9q4rt");
  for (const text of ["", "a game", "https://club.example/game/", "h3k7m2p9q4r"])
    expect(gameNamed(text)).toBeNull();
});
