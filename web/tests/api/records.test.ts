import { expect, test } from "vitest";
import { fileName } from "../../src/api/records";

test("a download has the file name of the Content-Disposition header", () => {
  expect(fileName(`attachment; filename="a.kif"; filename*=UTF-8''%E5%B1%80.kif`)).toBe("局.kif");
  expect(fileName('attachment; filename="a b.kif"')).toBe("a b.kif");
  expect(fileName("attachment; filename=a.kif")).toBe("a.kif");
  expect(fileName("attachment")).toBeNull();
});
