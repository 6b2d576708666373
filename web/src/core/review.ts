// The evaluations of a review, in the worker: as komadai.study.game_review.evaluation makes them.

import type { Color, Move } from "../api/types";
import { GameJudge, type Evaluation, type Question, type Score } from "./game_judge";
import type { Found, ReviewTask } from "./messages";
import type { Core, MateSolver, Position, Search, SearchInfo } from "./module";

const SOLVER_MB = 16;
const HASH_MB = 16;
const IMPASSE = "27-point";

/** Evaluates all positions, and then those that the judge asks for. */
export function review(loaded: Core, task: ReviewTask, tell: (found: Found) => void): void {
  const evaluator = new Evaluator(loaded, task);
  const judge = new GameJudge(task.table, evaluator.line, task.handicap);
  tell({ kind: "line", moves: [...judge.moves] });
  const ask = (questions: readonly Question[]): void => {
    const total = judge.done + questions.length;
    for (const question of questions) {
      const evaluation = evaluator.answer(question, judge);
      judge.learn(question, evaluation);
      tell({ kind: "evaluation", question, evaluation, total });
    }
  };
  ask([...judge.moves, null].map((_, ply) => ({ kind: "position", ply })));
  ask(judge.comparisons());
}

class Evaluator {
  readonly line: readonly Move[];
  private readonly engine: Search;
  private readonly solver: MateSolver;

  constructor(
    private readonly loaded: Core,
    private readonly task: ReviewTask,
  ) {
    this.line = this.at([], (start) => {
      if (start.problems().length > 0) throw Object.assign(new Error(), { code: "invalid" });
      return start.line(task.moves, task.handicap);
    });
    this.engine = new loaded.Search(HASH_MB);
    this.solver = new loaded.MateSolver(SOLVER_MB);
  }

  /** `known`: what has been found before. */
  answer({ kind, ply }: Question, known: GameJudge): Evaluation {
    const moves = this.line.slice(0, kind === "best" ? ply - 1 : ply).map(({ usi }) => usi);
    if (kind === "best") moves.push(known.bestMove(ply - 1)?.usi ?? "");
    return this.at(moves, (position) =>
      kind === "check" ? this.keepsMate(position) : this.evaluate(position),
    );
  }

  private at<Of>(moves: readonly string[], then: (position: Position) => Of): Of {
    const played = moves.length > 0 ? ` moves ${moves.join(" ")}` : "";
    const position = new this.loaded.Position(`sfen ${this.task.start_sfen}${played}`, false);
    try {
      return then(position);
    } finally {
      position.delete();
    }
  }

  private evaluate(position: Position): Evaluation {
    const forced = position.legalMoves().length === 1;
    const outcome = position.outcome();
    if (outcome !== null) {
      const { winner, termination } = outcome;
      const mate = winner !== null && termination === "checkmate" ? 0 : null;
      const score: Score =
        winner === null
          ? { cp: 0, mate: null, mateFor: 0 }
          : { cp: null, mate, mateFor: winner === 0 ? 1 : -1 };
      return { score, line: [], solved: false, forced };
    }
    const turn: Color = position.turn() === 0 ? "black" : "white";
    const found = this.mate(position);
    if (found.length > 0) {
      const score = fromBlack({ cp: null, mate: found.length, mateFor: 1 }, turn);
      return { score, line: position.line(found, this.task.handicap), solved: true, forced };
    }
    return { ...this.search(position, turn), solved: false, forced };
  }

  /** The shortest mate by checks that the solver finds for the side to move; empty if it finds none. */
  private mate(position: Position): string[] {
    this.solver.clear();
    const found = this.solve(position, true);
    return found?.result === "mate" ? found.moves : [];
  }

  /** Whether the side that gives check mates whatever the other side answers, or that is not known. */
  private keepsMate(position: Position): Evaluation {
    this.solver.clear();
    const found = position.isCheck() ? this.solve(position, false) : null;
    const solved = found !== null && found.result !== "no-mate";
    return { score: { cp: 0, mate: null, mateFor: 0 }, line: [], solved, forced: false };
  }

  private solve(position: Position, attack: boolean): ReturnType<MateSolver["solve"]> | null {
    const nodes = Math.max(this.task.nodes, this.task.table.solver_nodes);
    try {
      return this.solver.solve(position, { attack, nodes }, undefined);
    } catch (error) {
      if (typeof (error as { code?: unknown }).code === "string") return null; // not a mate problem
      throw error;
    }
  }

  private search(position: Position, turn: Color): Pick<Evaluation, "score" | "line"> {
    const { nodes, compensation, handicap, table } = this.task;
    const options = { nodes, impasse: IMPASSE, compensation: [0, compensation] } as const;
    this.engine.clear();
    let best: SearchInfo | null = null;
    // The last iteration may end with a bound, which says little about the score.
    const result = this.engine.go(position, options, (info) => {
      if (info.bound === "exact" && info.pv.length > 0) best = info;
    });
    if (result.declaresWin) return { score: fromBlack({ cp: null, mate: null, mateFor: 1 }, turn), line: [] };
    const { cp, mate, won, pv } = best ?? result.info;
    const line = pv.length > 0 ? pv : result.best === null ? [] : [result.best];
    const score: Score = { cp, mate, mateFor: mate === null ? 0 : won ? 1 : -1 };
    return {
      score: fromBlack(score, turn),
      line: position.line(line.slice(0, table.longest_line), handicap),
    };
  }
}

/** The score of the side to move from Black's point of view. */
function fromBlack({ cp, mate, mateFor }: Score, turn: Color): Score {
  if (turn === "black") return { cp, mate, mateFor };
  const turned = { 1: -1, 0: 0, "-1": 1 } as const;
  return { cp: cp === null ? null : 0 - cp, mate: mate === null ? null : 0 - mate, mateFor: turned[mateFor] };
}
