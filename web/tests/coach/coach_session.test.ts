import { beforeEach, expect, test, vi } from "vitest";
import { CallError } from "../../src/api/http";
import type { CoachAnswer, CoachHint, CoachRequest, Game } from "../../src/api/types";
import { CoachSession } from "../../src/coach/coach_session.svelte";

const askCoach = vi.hoisted(() => vi.fn<(request: CoachRequest) => Promise<CoachAnswer>>());
vi.mock("../../src/api/coach", () => ({ askCoach }));

const hint = (id: string): CoachHint => ({
  kind: "move",
  id,
  proverb: { en: "", ja: "" },
  about: { en: "", ja: "" },
  text: { en: "", ja: "" },
  squares: [],
  arrows: [],
});
const game = (...moves: string[]): Game =>
  ({ start_sfen: "start", moves: moves.map((usi) => ({ usi })) }) as unknown as Game;

beforeEach(() => {
  askCoach.mockReset();
});

test("a position is asked for once, with the moves that led to it", async () => {
  askCoach.mockResolvedValue({ hint: hint("one") });
  const session = new CoachSession();
  await session.ask(game("7g7f", "3c3d"));
  await session.ask(game("7g7f", "3c3d"));
  expect(askCoach.mock.calls).toEqual([[{ start_sfen: "start", moves: ["7g7f", "3c3d"], said: [] }]]);
  expect(session.hint?.id).toBe("one");
});

test("what was said is not asked for again", async () => {
  askCoach.mockResolvedValueOnce({ hint: hint("one") }).mockResolvedValueOnce({ hint: null });
  const session = new CoachSession();
  await session.ask(game());
  session.rest();
  expect(session.hint).toBeNull();
  await session.ask(game("7g7f", "3c3d"));
  expect(askCoach.mock.calls[1]?.[0].said).toEqual(["one"]);
  expect([session.state, session.hint]).toEqual(["answered", null]);
});

test("a danger has no proverb, so it may be told again", async () => {
  const danger: CoachHint = { ...hint("one"), kind: "danger", id: null, proverb: null, about: null };
  askCoach.mockResolvedValue({ hint: danger });
  const session = new CoachSession();
  await session.ask(game());
  await session.ask(game("7g7f", "3c3d"));
  expect(askCoach.mock.calls[1]?.[0].said).toEqual([]);
  expect(session.hint?.kind).toBe("danger");
});

test("an answer for an earlier position is dropped", async () => {
  let answer: (value: CoachAnswer) => void = () => undefined;
  askCoach.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
  const session = new CoachSession();
  const asked = session.ask(game());
  session.rest();
  answer({ hint: hint("late") });
  await asked;
  expect([session.state, session.hint]).toEqual(["waiting", null]);
});

test("the server's reason is shown where there is no answer", async () => {
  const why = { en: "You are playing against a person.", ja: "人との対局中です。" };
  askCoach.mockRejectedValue(new CallError(403, "playing", why));
  const session = new CoachSession();
  await session.ask(game());
  expect([session.state, session.trouble]).toEqual(["failed", why]);
});
