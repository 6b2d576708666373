import { expect, test } from "vitest";
import { chosenWith, DEVICE, type EngineChoice } from "../../src/analysis/engine_choice";

const lent = (name: string): EngineChoice => ({ name, place: "server" });
const own = (name: string): EngineChoice => ({ name, place: "home" });

test("a second engine joins, and a third replaces the oldest", () => {
  const two = chosenWith([lent("a")], lent("b"), true, 2);
  expect(two).toEqual([lent("a"), lent("b")]);
  expect(chosenWith(two, own("c"), true, 2)).toEqual([lent("b"), own("c")]);
});

test("a server with one processor lends one engine, beside one's own", () => {
  expect(chosenWith([lent("a")], lent("b"), true, 1)).toEqual([lent("b")]);
  expect(chosenWith([lent("a")], own("a"), true, 1)).toEqual([lent("a"), own("a")]);
  expect(chosenWith([lent("a"), own("c")], lent("b"), true, 1)).toEqual([own("c"), lent("b")]);
});

test("the last engine stays", () => {
  expect(chosenWith([own("a")], own("a"), false, 2)).toEqual([own("a")]);
  expect(chosenWith([lent("a"), own("a")], lent("a"), false, 2)).toEqual([own("a")]);
});

test("this device analyses alone", () => {
  expect(chosenWith([lent("a"), own("b")], DEVICE, true, 2)).toEqual([DEVICE]);
  expect(chosenWith([DEVICE], own("b"), true, 2)).toEqual([own("b")]);
});
