import { render } from "svelte/server";
import { expect, test } from "vitest";
import Furigoma from "../../src/play/Furigoma.svelte";

const sheet = (...throws: (boolean | null)[][]): string =>
  render(Furigoma, {
    props: {
      throws,
      you: "black",
      tosser: null,
      odds: false,
      compact: false,
      until: null,
      onlanded: () => undefined,
      ondone: () => undefined,
    },
  }).body;

test("a pawn on its side is drawn neither as a pawn nor as a tokin", () => {
  expect(sheet([true, true, true, false, null]).match(/class="on-side/g)).toHaveLength(1);
  expect(sheet([true, true, true, false, true])).not.toContain("on-side");
});

test("a tie is shown before the deciding toss", () => {
  expect(sheet([true, true, false, false, null], [true, true, true, false, false])).toContain(
    "A tie, 2 to 2 with 1 on its side: tossed again.",
  );
  expect(sheet([true, true, true, false, false])).not.toContain("A tie");
});
