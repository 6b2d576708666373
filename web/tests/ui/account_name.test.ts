import { describe, expect, it } from "vitest";
import { fullName, nameBeside } from "../../src/ui/account_name";

describe("the account's name beside a displayed name", () => {
  it("stands where what is shown does not say it", () => {
    expect(nameBeside("habu99", "羽生")).toBe("@habu99");
    expect(fullName("habu99", "羽生")).toBe("羽生 @habu99");
  });
  it("is not repeated, and guests have none", () => {
    expect(nameBeside("habu", "Habu")).toBeNull();
    expect(fullName("habu", "Habu")).toBe("Habu");
    expect(fullName(null, "Guest")).toBe("Guest");
  });
});
