import { expect, test } from "vitest";
import * as module from "../../src/state/settings.svelte";

test("names that objects inherit are not taken for settings", () => {
  const before = JSON.stringify(module.settings);
  const hostile = JSON.parse(
    '{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}, "toString": "x"}',
  ) as Record<string, unknown>;
  module.applySettings(hostile);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  expect(JSON.stringify(module.settings)).toBe(before);
  expect(Object.hasOwn(module.settings, "toString")).toBe(false);
});

test("settings of the account are taken over, values that are unknown here are not", () => {
  module.applySettings({ theme: "dark", notation: "klingon" });
  expect(module.settings.theme).toBe("dark");
  expect(module.settings.notation).not.toBe("klingon");
});
