// What a field asks for is read before it is filled in.
import { render } from "svelte/server";
import { expect, test } from "vitest";
import Field from "../../src/ui/Field.svelte";

const html = render(Field, {
  props: { label: "Password", value: "", help: "8 characters or more.", error: "Too short." },
}).body;

test("the rule stands between the label and the field, the objection below it", () => {
  const places = ["Password</label>", "8 characters or more.", "<input", "Too short."].map((text) =>
    html.indexOf(text),
  );
  expect(places).not.toContain(-1);
  expect(places).toEqual([...places].sort((one, other) => one - other));
});

test("the rule describes the field", () => {
  const id = /id="([^"]*-help)"/.exec(html)?.[1] ?? "";
  expect(id).not.toBe("");
  expect(/aria-describedby="([^"]*)"/.exec(html)?.[1]?.split(" ")).toContain(id);
});
