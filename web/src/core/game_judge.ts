// The judgement of a game's moves, as komadai.study.game_review makes it, from the evaluations of its positions.
// Left out: castles, the opening book, the first clash, the style, proverbs, and the moves of an illegal end.

import type { BestMove, Color, Milestone, Move, MoveClass, Review, ReviewedMove, Text } from "../api/types";
import { explain, type SentenceTable } from "./move_sentences";

/** What reviews judge by; `make browser` takes it from the Python sources. */
export interface ReviewTable extends SentenceTable {
  engine: string;
  /** Centipawns of the win-rate curve. */
  scale: number;
  /** The least number of nodes for the mate solver. */
  solver_nodes: number;
  longest_line: number;
  /** The lost win rates, 0 to 1, from which a move has these classes. */
  losses: Record<"inaccuracy" | "mistake" | "blunder", number>;
  accuracy: { rate: number; flatness: number };
  /** White's points in an impasse by the starts of all handicap games, without their move numbers. */
  compensations: Record<string, number>;
  classes: Record<MoveClass, Text>;
}

/** From Black's point of view. `mateFor`: 1 or -1 for a mate, of known length or not. */
export interface Score {
  cp: number | null;
  mate: number | null;
  mateFor: -1 | 0 | 1;
}

export interface Evaluation {
  score: Score;
  /** The best moves of both sides. */
  line: readonly Move[];
  /** Whether the line is a mate that the mate solver has proved. */
  solved: boolean;
  /** Whether there is only one legal move. */
  forced: boolean;
}

/** The position after moves of the game, after the best move instead of one, or whether a check keeps a mate. */
export type Question = { kind: "position" | "best" | "check"; ply: number };
const keyOf = ({ kind, ply }: Question): string => `${kind} ${ply}`;

const forSide = (win: number, side: Color): number => (side === "black" ? win : 1 - win);
const other = (side: Color): Color => (side === "black" ? "white" : "black");
const rounded = (share: number, digits: number): number => Math.round(share * 10 ** digits) / 10 ** digits;

const ERRORS: readonly MoveClass[] = ["inaccuracy", "mistake", "blunder", "missed_mate"];

/** The plies in which this side mates; 0 if it does not, or the length is not known. */
export function mateFor({ mate }: Score, side: Color): number {
  return mate === null ? 0 : Math.max(0, side === "black" ? mate : -mate);
}

export class GameJudge {
  private readonly evaluations = new Map<string, Evaluation>();

  constructor(
    private readonly table: ReviewTable,
    /** The moves of the game, all legal. */
    readonly moves: readonly Move[],
    /** Whether the sides are 下手 and 上手. */
    private readonly handicap: boolean,
  ) {}

  learn(question: Question, evaluation: Evaluation): void {
    this.evaluations.set(keyOf(question), evaluation);
  }

  get done(): number {
    return this.evaluations.size;
  }

  /** The best move of the position at this ply. */
  bestMove(ply: number): Move | undefined {
    return this.at(ply).line[0];
  }

  /** Once all positions are known: what must be asked to compare moves with the best ones. */
  comparisons(): Question[] {
    return this.moves.flatMap((move, index): Question[] => {
      const ply = index + 1;
      const { solved, line } = this.at(ply - 1);
      if (line[0] === undefined || line[0].usi === move.usi) return [];
      if (solved) return move.check ? [{ kind: "check", ply }] : [];
      return this.rawLoss(ply) >= this.table.losses.inaccuracy ? [{ kind: "best", ply }] : [];
    });
  }

  /** Black's win rates so far, from the start position on. */
  wins(): number[] {
    return this.known().map((_, ply) => rounded(this.win(ply), 4));
  }

  /** The review of the positions that are known, from the start without a gap. */
  review(nodes: number, complete: boolean): Review {
    const known = this.known();
    const reviewed = this.moves.slice(0, Math.max(0, known.length - 1)).map((_, index) => index + 1);
    const solved = known.map((evaluation) => evaluation.solved);
    return {
      engine: this.table.engine,
      nodes,
      black_accuracy: this.accuracy("black", reviewed),
      white_accuracy: this.accuracy("white", reviewed),
      start_win: known.length === 0 ? null : rounded(this.win(0), 4),
      complete,
      moves: reviewed.map((ply) => this.reviewed(ply)),
      milestones: solved.flatMap((is, ply): Milestone[] =>
        is && solved[ply - 2] !== true ? [{ ply, kind: "mate_available" }] : [],
      ),
      black_style: null,
      white_style: null,
    };
  }

  private at(ply: number): Evaluation {
    const found = this.evaluations.get(keyOf({ kind: "position", ply }));
    if (found === undefined) throw new Error(`position ${ply} is not evaluated`);
    return found;
  }

  private known(): Evaluation[] {
    const found: Evaluation[] = [];
    for (let ply = 0; ply <= this.moves.length; ply += 1) {
      const evaluation = this.evaluations.get(keyOf({ kind: "position", ply }));
      if (evaluation === undefined) break;
      found.push(evaluation);
    }
    return found;
  }

  private move(ply: number): Move {
    return this.moves[ply - 1]!;
  }

  /** The points that Black can expect, 0 to 1. */
  private winOf({ cp, mateFor: mates }: Score): number {
    if (mates !== 0) return mates > 0 ? 1 : 0;
    return 1 / (1 + Math.exp(-(cp ?? 0) / this.table.scale));
  }
  private win(ply: number): number {
    return this.winOf(this.at(ply).score);
  }

  /** How much the mover's win rate falls from the position before the move to the one after it. */
  private rawLoss(ply: number): number {
    const side = this.move(ply).color;
    return Math.max(0, forSide(this.win(ply - 1), side) - forSide(this.win(ply), side));
  }

  /** The class of a move, and how much it lost. */
  private judge(ply: number): [MoveClass, number] {
    const { usi, color } = this.move(ply);
    const before = this.at(ply - 1);
    if (this.at(ply).score.mate === 0 || before.line[0]?.usi === usi) return ["best", 0];
    const loss = this.rawLoss(ply);
    if (before.solved) return this.keepsMate(ply) ? ["good", 0] : ["missed_mate", loss];
    const compared = this.evaluations.get(keyOf({ kind: "best", ply }));
    if (compared === undefined) return [this.classOf(loss), loss];
    const lost = forSide(this.winOf(compared.score), color) - forSide(this.win(ply), color);
    const least = Math.min(loss, Math.max(0, lost));
    return [this.classOf(least), least];
  }

  private classOf(loss: number): MoveClass {
    const { blunder, mistake, inaccuracy } = this.table.losses;
    if (loss >= blunder) return "blunder";
    if (loss >= mistake) return "mistake";
    return loss >= inaccuracy ? "inaccuracy" : "good";
  }

  /** Whether the side that had a mate before this move still has one that is proved. */
  private keepsMate(ply: number): boolean {
    const mate = mateFor(this.at(ply).score, this.move(ply).color);
    if (mate > 0 && mate < this.at(ply - 1).line.length) return true;
    return this.evaluations.get(keyOf({ kind: "check", ply }))?.solved === true;
  }

  private reviewed(ply: number): ReviewedMove {
    const move = this.move(ply);
    const [before, after] = [this.at(ply - 1), this.at(ply)];
    const [move_class, loss] = this.judge(ply);
    const played = forSide(this.win(ply), move.color);
    const first = before.line[0];
    const best: BestMove | null =
      first === undefined
        ? null
        : { usi: first.usi, text: first.text, line: ERRORS.includes(move_class) ? [...before.line] : [] };
    return {
      ply,
      usi: move.usi,
      side: move.color,
      move: move.text,
      cp: after.score.cp,
      mate: after.score.mate,
      win: rounded(this.win(ply), 4),
      best,
      loss: rounded(loss, 4),
      move_class,
      text: explain(this.table, {
        kind: move_class,
        name: this.table.classes[move_class],
        mover: move.color,
        handicap: this.handicap,
        best: before.line,
        reply: after.line,
        mateMissed: mateFor(before.score, move.color),
        mateKept: mateFor(after.score, move.color),
        mateAllowed: mateFor(after.score, other(move.color)),
        checkmate: after.score.mate === 0,
        forced: before.forced,
        wins: [played + loss, played],
      }),
    };
  }

  private accuracy(side: Color, plies: readonly number[]): number | null {
    const own = plies.filter((ply) => this.move(ply).color === side).map((ply) => this.moveAccuracy(ply));
    return own.length === 0 ? null : rounded(own.reduce((sum, each) => sum + each, 0) / own.length, 1);
  }

  /** 0 to 100. */
  private moveAccuracy(ply: number): number {
    const { rate, flatness } = this.table.accuracy;
    const flattened = (win: number): number =>
      win <= 0 || win >= 1 ? win : 1 / (1 + ((1 - win) / win) ** (1 / flatness));
    const played = forSide(this.win(ply), this.move(ply).color);
    const best = Math.min(1, played + this.judge(ply)[1]);
    return 100 * Math.exp(-rate * 100 * Math.max(0, flattened(best) - flattened(played)));
  }
}
