import { expect, test } from "vitest";
import { readMembers } from "../../src/tournaments/members";

test("each line is a member, with a rank or a rating", () => {
  expect(readMembers("Wada, 3 dan\n\n 大山、1900\nMasuda\n,")).toEqual([
    { name: "Wada", rank: "3 dan" },
    { name: "大山", rating: 1900 },
    { name: "Masuda", rank: "" },
  ]);
});

test("an account stands after an at sign, with a name of its own or without", () => {
  expect(readMembers("@wada, \n木村、三段、＠kimura\n@")).toEqual([
    { name: "", account: "wada", rank: "" },
    { name: "木村", account: "kimura", rank: "三段" },
  ]);
});
