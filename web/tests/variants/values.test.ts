import { expect, test } from "vitest";
import type { PositionValues, Value } from "../../src/api/types";
import { variantsWords } from "../../src/variants/texts";
import { badgesOf, sameValue, valuesByMove } from "../../src/variants/values";

const text = { japanese: "", western: "", hosking: "", usi: "" };
const position: PositionValues = {
  value: { result: "win", plies: 3 },
  moves: [
    { usi: "2c2b", text, value: { result: "win", plies: 3 } },
    { usi: "2d1d", text, value: { result: "draw", plies: null } },
    { usi: "2d3d", text, value: { result: "loss", plies: 78 } },
  ],
};

const { en, ja } = variantsWords.tables;

test("a badge has the value in a few letters of the user's language", () => {
  const badges = (words: typeof en.values): string[] =>
    [...badgesOf(valuesByMove(position), words.letters, words.move).values()].map((badge) => badge.text);
  expect(badges(en.values)).toEqual(["W3", "=", "L78"]);
  expect(badges(ja.values)).toEqual(["勝3", "分", "負78"]);
});

test("a badge has the value in words, and a tone that does not depend on the language", () => {
  const { letters, move } = en.values;
  const badges = badgesOf(valuesByMove(position), letters, move);
  expect(badges.get("2d3d")).toEqual({ text: "L78", words: "loss in 78", tone: "bad" });
  expect(badges.get("2d1d")?.tone).toBe("even");
});

test("the value of a position is a sentence", () => {
  const { position: english } = en.values;
  expect(english("black", "loss", 78)).toBe("Black to move loses in 78.");
  expect(english("white", "win", 1)).toBe("White to move wins in 1.");
  expect(english("white", "loss", 0)).toBe("White has lost.");
  expect(english("black", "draw", null)).toBe("Black to move: a draw.");
  expect(ja.values.position("black", "loss", 78)).toBe("先手の手番、78手で負け。");
});

test("moves are equally good if they win or lose as fast", () => {
  const win: Value = { result: "win", plies: 3 };
  expect(sameValue(win, { result: "win", plies: 3 })).toBe(true);
  expect(sameValue(win, { result: "win", plies: 5 })).toBe(false);
  expect(sameValue({ result: "draw", plies: null }, { result: "draw", plies: null })).toBe(true);
});
