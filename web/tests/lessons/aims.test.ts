import { describe, expect, it } from "vitest";
import { parseSfen } from "../../src/board/sfen";
import { STANDARD } from "../../src/board/spec";
import { aimsOf, onlyPiece } from "../../src/lessons/aims";

const diagram = parseSfen("9/9/9/4p4/4G4/9/9/9/9 b - 1");

describe("the aims of a step", () => {
  it("mark the piece and the squares beside it, without arrows over them", () => {
    expect(aimsOf(["5e5d", "5e4d"], diagram, STANDARD)).toEqual({
      pieces: ["5e"],
      goals: ["5d", "4d"],
      arrows: [],
    });
  });

  it("show a long way as an arrow, too", () => {
    expect(aimsOf(["5e5a"], diagram, STANDARD).arrows).toEqual(["5e5a"]);
  });

  it("leave an arrow between empty squares and a circle as they are", () => {
    expect(aimsOf(["2b3c", "5e"], diagram, STANDARD)).toEqual({
      pieces: [],
      goals: [],
      arrows: ["2b3c", "5e"],
    });
  });
});

describe("the only piece", () => {
  it("is shown with its moves", () => {
    expect(onlyPiece(["5e5d", "5e5d+", "5e4d"])).toEqual(["5e5d", "5e4d"]);
  });

  it("is none where two can move or one is dropped", () => {
    expect(onlyPiece(["5e5d", "4e4d"])).toEqual([]);
    expect(onlyPiece(["G*5d", "5e4d"])).toEqual([]);
    expect(onlyPiece(["G*5d"])).toEqual([]);
  });
});
