import { expect, test } from "vitest";
import { splitReadings, withoutReadings } from "../../src/lessons/readings";

test("a reading belongs to the kanji before it", () => {
  expect(splitReadings("この駒《こま》を打《う》つ")).toEqual([
    { text: "この", reading: "" },
    { text: "駒", reading: "こま" },
    { text: "を", reading: "" },
    { text: "打", reading: "う" },
    { text: "つ", reading: "" },
  ]);
});

test("a bar begins a word that has kana too", () => {
  expect(splitReadings("次は｜打ち歩詰め《うちふづめ》")).toEqual([
    { text: "次は", reading: "" },
    { text: "打ち歩詰め", reading: "うちふづめ" },
  ]);
});

test("without readings the text is as it is written", () => {
  expect(withoutReadings("｜打ち歩詰め《うちふづめ》と二歩《にふ》")).toBe("打ち歩詰めと二歩");
  expect(withoutReadings("The pawn")).toBe("The pawn");
});
