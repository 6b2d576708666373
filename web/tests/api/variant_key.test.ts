import { expect, test } from "vitest";
import { otherOptions, variantKey } from "../../src/api/variant_key";

test("a variant is known by its name and the options that are not at their defaults", () => {
  expect(variantKey("chu")).toBe("chu");
  expect(variantKey("chu", { rules: "jcsa" })).toBe("chu:rules=jcsa");
  expect(variantKey("dai", { "bare-king": "loss", lion: "chu" })).toBe("dai:bare-king=loss,lion=chu");
});

test("the default values are left out, and options that the variant does not have", () => {
  const options = [
    { name: "board", default: "9x8" },
    { name: "zone", default: "three" },
  ];
  expect(otherOptions(options, {})).toEqual({});
  expect(otherOptions(options, { board: "9x9", zone: "three", drops: "no" })).toEqual({ board: "9x9" });
});
