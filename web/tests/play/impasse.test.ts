import { expect, test } from "vitest";
import { startWords } from "../../src/start/texts";
import { impasseKind } from "../../src/play/impasse";

const en = startWords.tables.en.room;
const ja = startWords.tables.ja.room;

test("under the try rules there is no declaration: the king's move ends the game", () => {
  expect(impasseKind("try")).toBe("try");
  expect(impasseKind("try-one-king")).toBe("try");
});

test("the point rules have a declaration, the others an agreement or nothing", () => {
  for (const rule of ["24-point", "27-point", "protected", "all-in"])
    expect(impasseKind(rule)).toBe("declare");
  for (const rule of ["agreed", "27-plain"]) expect(impasseKind(rule)).toBe("agree");
  expect(impasseKind("none")).toBe("none");
});

test("every rule is explained in both languages", () => {
  expect(Object.keys(en.impasseHints)).toEqual(Object.keys(ja.impasseHints));
  for (const rule of [
    "try",
    "try-one-king",
    "24-point",
    "27-point",
    "protected",
    "all-in",
    "agreed",
    "27-plain",
  ])
    expect(en.impasseHints).toHaveProperty([rule]);
});
