// The answer to a question about a position, as the server gives it (komadai.server.records.positions).

import type { PositionRequest } from "../api/types";
import type { RulesFound } from "./messages";
import type { Core, Position } from "./module";

/** Null: the rules cannot be applied, or what was asked is no move. */
export function answer(loaded: Core, question: PositionRequest): RulesFound["answer"] {
  const { sfen, previous, play, line: wanted = [], handicap } = question;
  let position: Position;
  try {
    position = new loaded.Position(`sfen ${sfen}`, false);
  } catch {
    return null;
  }
  try {
    const infraction = play == null ? "" : position.infraction(play);
    if (infraction !== "") return { infraction };
    const moves = play == null ? wanted : [play, ...wanted];
    const written =
      previous == null
        ? position.line(moves, handicap === true)
        : position.lineAfter(previous, moves, handicap === true);
    if (play != null) position.play(play);
    return {
      position: {
        sfen: position.sfen(),
        turn: position.turn() === 0 ? "black" : "white",
        legal: position.legalMoves(),
        check: position.checked(),
        last: play ?? previous ?? null,
        impasse: null,
      },
      move: play == null ? null : (written[0] ?? null),
      illegal: null,
      line: play == null ? written : written.slice(1),
    };
  } catch (error) {
    if ((error as { code?: unknown }).code === "move-usi-expected") return null;
    throw error;
  } finally {
    position.delete();
  }
}
