import { expect, test } from "vitest";
import { inOrder, isDone, nextBoard, resultText, type SimulBoard } from "../../src/tournaments/simul";
import type { SimulWords } from "../../src/tournaments/simul_texts";

const board = (number: number, more: Partial<SimulBoard> = {}): SimulBoard => ({
  game: `g${number}`,
  number,
  waits: false,
  since: 0,
  over: false,
  ...more,
});
const numbers = (boards: SimulBoard[]): number[] => boards.map(({ number }) => number);

test("boards where the host is to move stand first, the longest wait before the others", () => {
  const boards = [
    board(1, { over: true }),
    board(2),
    board(3, { waits: true, since: 500 }),
    board(4, { waits: true, since: 20 }),
    board(5),
  ];
  expect(numbers(inOrder(boards))).toEqual([4, 3, 2, 5, 1]);
});

test("boards that have waited since before the page was open stand in their order", () => {
  const boards = [board(2, { waits: true }), board(1, { waits: true }), board(3, { waits: true, since: 9 })];
  expect(numbers(inOrder(boards))).toEqual([1, 2, 3]);
});

test("after a move the board opens that waits longest", () => {
  const boards = [board(1), board(2, { waits: true, since: 30 }), board(3, { waits: true, since: 10 })];
  expect(nextBoard(boards, "g1")).toBe("g3");
  expect(nextBoard(boards, "g3")).toBe("g2");
  expect(nextBoard([board(1, { waits: true })], "g1")).toBeNull();
  expect(nextBoard([board(1), board(2, { waits: true, over: true })], "g1")).toBeNull();
});

test("a board stays open while the host is to move on it", () => {
  const boards = [board(1, { waits: true }), board(2), board(3, { over: true, waits: true })];
  expect(isDone(boards, "g1")).toBe(false);
  expect(isDone(boards, "g2")).toBe(true);
  expect(isDone(boards, "g3")).toBe(true);
  expect(isDone(boards, null)).toBe(true);
});

test("a result is told from the host's side, also one without play", () => {
  const s = {
    hostWon: "host won",
    hostLostUnplayed: "host lost without play",
    isPlaying: "being played",
  } as SimulWords;
  expect(resultText("white", s)).toBe("host won");
  expect(resultText("black-walkover", s)).toBe("host lost without play");
  expect(resultText(null, s)).toBe("being played");
});
