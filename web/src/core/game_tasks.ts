// Does the tasks of a game on this device with the core, in its worker.

import { findKing, parseSfen, squareName } from "../board/sfen";
import type {
  DeclareFound,
  DeclareTask,
  GameFound,
  GameTask,
  ImpasseFound,
  ImpasseRuleInUse,
  Played,
  PositionFound,
  PositionTask,
  ReplyFound,
  ReplyTask,
  RuledEnd,
  TypedFound,
  TypedTask,
  VariantData,
} from "./game_messages";
import type {
  Core,
  Position,
  Resignation,
  Search,
  Side,
  VariantPosition,
  VariantRules,
  VariantSearch,
} from "./module";
import { variantLine } from "./variant_moves";

const HASH_MB = 16;
/** A rule whose conditions tell of both kings and count all pieces. */
const COUNTING = "protected";
/** The names of komadai.Termination for the ends of variants. */
const REPETITION = "sennichite";

const other = (side: Side): Side => (side === 0 ? 1 : 0);

/** The code of an error that the module has thrown. */
const codeOf = (error: unknown): string | undefined => (error as { code?: string }).code;

/** The computer in the game that it played last. */
interface Opponent {
  id: string;
  search: Search | null;
  resignation: Resignation;
  variant: { key: string; search: VariantSearch } | null;
}

export class GameTasks {
  private rules: { key: string; rules: VariantRules } | null = null;
  private opponent: Opponent | null = null;

  constructor(private readonly core: Core) {}

  /** Throws what the module throws. */
  do(task: GameTask): GameFound {
    if (task.kind === "reply") return this.reply(task);
    if (task.kind === "declare") return this.declare(task);
    if (task.kind === "typed") return this.typed(task);
    const { variant } = task.game;
    return variant === null ? this.position(task) : this.variantPosition(task, variant);
  }

  // --- standard shogi

  private at({ start_sfen, moves }: Played): Position {
    const text = moves.length > 0 ? `sfen ${start_sfen} moves ${moves.join(" ")}` : `sfen ${start_sfen}`;
    return new this.core.Position(text);
  }

  private position({ game, known, handicap, impasse }: PositionTask): PositionFound {
    const last = game.moves.at(-1) ?? null;
    const before = this.at({ ...game, moves: game.moves.slice(0, -1) });
    try {
      const infraction = last === null ? "" : infractionOf(before, last);
      if (last !== null && infraction === "") before.play(last);
      return {
        kind: "position",
        infraction: infraction === "" ? null : infraction,
        usi: last,
        moves: infraction === "" ? this.line(game, known, handicap) : [],
        sfen: before.sfen(),
        turn: before.turn(),
        legal: before.legalMoves(),
        check: before.isCheck() ? [kingOf(before)] : [],
        end: before.outcome() ?? this.tried(before, impasse?.rule ?? "none"),
        impasse: impasse === null || impasse.side === null ? null : impasseOf(before, impasse, impasse.side),
      };
    } finally {
      before.delete();
    }
  }

  private tried(position: Position, rule: string): RuledEnd | null {
    return position.isTry(rule) ? { termination: "try", winner: other(position.turn()) } : null;
  }

  private line(game: Played, known: number, handicap: boolean) {
    const start = this.at({ ...game, moves: game.moves.slice(0, known) });
    try {
      const written = start.line(game.moves.slice(known), handicap);
      return written.map((move, index) => ({ ...move, ply: known + index + 1 }));
    } finally {
      start.delete();
    }
  }

  private typed({ game, handicap, text }: TypedTask): TypedFound {
    const wanted = plain(text);
    const { legal } = this.do({
      kind: "position",
      game,
      known: game.moves.length,
      handicap,
      impasse: null,
    }) as PositionFound;
    const usi = legal.find((move) => {
      const next = { ...game, moves: [...game.moves, move] };
      const [written] =
        game.variant === null
          ? this.line(next, game.moves.length, handicap)
          : this.variantLine(next, game.moves.length, game.variant);
      return written !== undefined && Object.values(written.text).some((each) => plain(each) === wanted);
    });
    return { kind: "typed", usi: usi ?? null };
  }

  private declare({ game, impasse: { rule, compensation }, by }: DeclareTask): DeclareFound {
    const answer: DeclareFound = { kind: "declare", refused: null, winner: null, failed: [] };
    const position = this.at(game);
    try {
      const side = position.turn();
      if (by === "agreement") {
        const { own, other: others } = entered(position, side);
        if (!own || !others) return { ...answer, refused: "no_impasse" };
        return { ...answer, winner: position.agreementWinner(rule, compensation) };
      }
      const conditions = position.impasseConditions(rule, side, compensation);
      const failed = conditions.filter(({ met }) => !met).map(({ condition }) => condition);
      if (failed.length > 0) return { ...answer, winner: other(side), failed };
      return { ...answer, winner: position.declarationWinner(rule, side, compensation) };
    } finally {
      position.delete();
    }
  }

  // --- variants

  private rulesOf({ key, description }: VariantData): VariantRules {
    if (this.rules?.key !== key) {
      this.opponent?.variant?.search.delete();
      if (this.opponent !== null) this.opponent.variant = null;
      this.rules?.rules.delete();
      this.rules = { key, rules: new this.core.VariantRules(description) };
    }
    return this.rules.rules;
  }

  private variantAt(variant: VariantData, start: string, moves: readonly string[]): VariantPosition {
    const position = new this.core.VariantPosition(this.rulesOf(variant), start);
    for (const move of moves) position.play(move);
    return position;
  }

  private variantPosition({ game, known }: PositionTask, variant: VariantData): PositionFound {
    const last = game.moves.at(-1) ?? null;
    const position = this.variantAt(variant, game.start_sfen, game.moves.slice(0, -1));
    try {
      let infraction: string | null = null;
      let usi: string | null = null;
      try {
        if (last !== null) usi = position.play(last);
      } catch (error) {
        if (codeOf(error) === undefined) throw error;
        infraction = "other";
      }
      return {
        kind: "position",
        infraction,
        usi,
        moves: infraction === null ? this.variantLine(game, known, variant) : [],
        sfen: position.sfen(),
        turn: position.turn(),
        legal: position.legalMoves(),
        check: position.checked(),
        end: endOf(position),
        impasse: null,
      };
    } finally {
      position.delete();
    }
  }

  private variantLine(game: Played, known: number, variant: VariantData) {
    const position = this.variantAt(variant, game.start_sfen, game.moves.slice(0, known));
    try {
      return game.moves
        .slice(known)
        .map((move, index) => variantLine(position, move, known + index + 1, variant));
    } finally {
      position.delete();
    }
  }

  // --- the computer

  private reply(task: ReplyTask): ReplyFound {
    if (this.opponent?.id !== task.id) {
      this.opponent?.search?.clear();
      this.opponent?.resignation.delete();
      const { search = null, variant = null } = this.opponent ?? {};
      variant?.search.clear();
      this.opponent = { id: task.id, search, variant, resignation: new this.core.Resignation() };
    }
    const { variant } = task.game;
    return variant === null
      ? this.shogiReply(task, this.opponent)
      : this.variantReply(task, variant, this.opponent);
  }

  private timeOf({ clock, marginMs, game }: ReplyTask, side: Side): { softMs?: number; hardMs?: number } {
    const time = this.core.timeForMove(clock, side, marginMs, game.moves.length);
    return time === null ? {} : { softMs: time.soft, hardMs: time.hard };
  }

  private shogiReply(task: ReplyTask, opponent: Opponent): ReplyFound {
    const position = this.at(task.game);
    try {
      const side = position.turn();
      opponent.search ??= new this.core.Search(HASH_MB);
      const { impasse } = task;
      const rules = impasse === null ? {} : { impasse: impasse.rule, compensation: impasse.compensation };
      const options = { ...task.options, ...rules, ...this.timeOf(task, side) };
      const { best, declaresWin, info } = opponent.search.go(position, options, undefined);
      if (declaresWin) return { kind: "reply", does: "declare", usi: "" };
      const odds = task.handicap && side === 1 ? position.handicapOdds() : 0;
      const matedIn = info.mate !== null && info.mate < 0 ? -info.mate : null;
      const resigns =
        task.resignValue !== null &&
        opponent.resignation.shouldResign(info.depth, info.cp ?? 0, matedIn, task.resignValue, odds);
      return best === null || resigns
        ? { kind: "reply", does: "resign", usi: "" }
        : { kind: "reply", does: "move", usi: best };
    } finally {
      position.delete();
    }
  }

  private variantReply(task: ReplyTask, variant: VariantData, opponent: Opponent): ReplyFound {
    const position = this.variantAt(variant, task.game.start_sfen, task.game.moves);
    try {
      if (opponent.variant?.key !== variant.key) {
        const search = new this.core.VariantSearch(this.rulesOf(variant), HASH_MB);
        if (variant.weights !== null) search.addWeights(variant.weights);
        opponent.variant = { key: variant.key, search };
      }
      const options = { ...task.options, ...this.timeOf(task, position.turn()) };
      const { best } = opponent.variant.search.go(position, options, undefined);
      return best === null
        ? { kind: "reply", does: "resign", usi: "" }
        : { kind: "reply", does: "move", usi: best };
    } finally {
      position.delete();
    }
  }
}

/** A text of a move without what does not matter: wide letters, spaces, marks of the side, signs that look alike. */
const plain = (text: string): string =>
  text
    .normalize("NFKC")
    .replace(/[\s☗☖▲△▼▽]/g, "")
    .replace(/[−–—‐‑]/g, "-")
    .replaceAll("×", "x")
    .toLowerCase();

/** The rule that a move breaks; a text that is no move breaks one, too. */
function infractionOf(position: Position, usi: string): string {
  try {
    return position.infraction(usi);
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return "other";
  }
}

function kingOf(position: Position): string {
  return squareName(findKing(parseSfen(position.sfen()), position.turn() === 0 ? "black" : "white"));
}

function entered(position: Position, side: Side): ImpasseFound["entered"] {
  const met = (condition: string): boolean =>
    position.impasseConditions(COUNTING, side, undefined).find((each) => each.condition === condition)
      ?.met === true;
  return { own: met("king_in_zone"), other: met("opponents_king_in_zone") };
}

function impasseOf(position: Position, { rule, compensation }: ImpasseRuleInUse, side: Side): ImpasseFound {
  const counted = position.impasseConditions(COUNTING, side, compensation);
  return {
    conditions: position
      .impasseConditions(rule, side, compensation)
      .map(({ condition: key, met, value, needed: need }) => ({ key, met, value, need })),
    allPoints: counted.find(({ condition }) => condition === "points")?.value ?? 0,
    entered: entered(position, side),
  };
}

function endOf(position: VariantPosition): RuledEnd | null {
  const found = position.outcome();
  if (found === null) return null;
  const termination = found.end === "repetition" ? REPETITION : found.end.replaceAll("-", "_");
  return { termination, winner: found.winner };
}
