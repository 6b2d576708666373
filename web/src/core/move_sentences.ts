// What a review on this device says of a move: as komadai.study.game_review.explanation, without the material
// that a line wins.

import type { Color, Move, MoveClass, MoveText, Sentence, Text } from "../api/types";

/** The sentences and what chooses between them, from the Python sources. */
export interface SentenceTable {
  sentences: Record<string, Text>;
  /** From this win rate on a side stands so. */
  standings: readonly (readonly [number, Text])[];
  /** The moves of a line that a text has, and those of a mate. */
  line_moves: number;
  mate_moves: number;
}

export interface MoveFacts {
  kind: MoveClass;
  name: Text;
  mover: Color;
  /** Whether the sides are 下手 and 上手. */
  handicap: boolean;
  /** The best moves before the move, and after it. */
  best: readonly Move[];
  reply: readonly Move[];
  /** Plies of mates: which the mover had and has, and which the opponent has now; 0: none. */
  mateMissed: number;
  mateKept: number;
  mateAllowed: number;
  checkmate: boolean;
  /** Whether there was no other legal move. */
  forced: boolean;
  /** The mover's win rates before and after the move. */
  wins: readonly [number, number];
}

type Language = "en" | "ja";
const SIDES = {
  en: { black: "Black", white: "White" },
  even: { black: "先手", white: "後手" },
  handicap: { black: "下手", white: "上手" },
} as const;

/** The text of a move, in both languages, with its moves as placeholders. */
export function explain(table: SentenceTable, facts: MoveFacts): Sentence {
  const moves: MoveText[] = [];
  const [en, ja] = (["en", "ja"] as const).map((language) =>
    new Writer(table, facts, language, moves).text(),
  );
  return { en: en ?? "", ja: ja ?? "", moves };
}

class Writer {
  constructor(
    private readonly table: SentenceTable,
    private readonly facts: MoveFacts,
    private readonly language: Language,
    /** Those that have a placeholder. */
    private readonly moves: MoveText[],
  ) {}

  text(): string {
    const between = this.language === "en" ? " " : "";
    const sentences = this.sentences().filter((each) => each !== "");
    return sentences.join(between).replaceAll("….", "…").replaceAll("…。", "…");
  }

  private sentences(): string[] {
    const { kind, best, mateMissed, mateKept } = this.facts;
    if (kind === "best") return [this.bestMove()];
    if (kind !== "good") return [this.verdict(), this.allowed(), this.better()];
    const mates = best.length > 0 && mateMissed > 0 && mateKept > 0;
    return [this.say(mates ? "good_mates" : "good"), this.better()];
  }

  private bestMove(): string {
    const { checkmate, forced, mateMissed: plies } = this.facts;
    if (checkmate) return this.say("checkmate");
    if (forced) return this.say("only_move");
    return this.say(plies > 0 ? "best_mates" : "best", { plies });
  }

  private verdict(): string {
    const { kind, name, mover, mateMissed: plies, wins } = this.facts;
    const key = kind === "missed_mate" ? "missed" : "verdict";
    const [before = 0, after = 0] = wins.map((win) => Math.round(100 * win));
    const words = { kind: name[this.language], side: this.side(mover), plies, before, after };
    return this.say(before > after ? `${key}_falls` : key, words);
  }

  private allowed(): string {
    const { mover, reply, mateAllowed: plies, wins } = this.facts;
    const line = reply.length < 2 && plies === 0 ? "" : this.lineOf(reply, plies > 0);
    if (plies > 0) return this.say("allows_mate", { opponent: this.side(opposite(mover)), plies, line });
    if (reply[0] === undefined) return "";
    const standing = this.standing(wins[1]);
    const state = standing === null ? this.say("equal") : this.say("stands", standing.words);
    return this.say("leads", { reply: this.placeholder(reply[0]), state, line });
  }

  private better(): string {
    const { kind, mover, best, mateMissed, wins } = this.facts;
    const first = best[0];
    if (first === undefined) return "";
    if (kind === "good") return this.say("prefers", { moves: this.beginning(best, mateMissed > 0) });
    if (mateMissed > 0) return this.say("mate_was", { moves: this.beginning(best, true) });
    const standing = this.standing(wins[0]);
    const reason =
      standing === null
        ? this.say("keeps_equal")
        : standing.side === mover
          ? this.say("would_stand", standing.words)
          : this.say("loses_less");
    const line = best.length > 1 ? this.lineOf(best, false) : "";
    return this.say("better", { best: this.placeholder(first), reason, line });
  }

  private say(key: string, words: Record<string, string | number> = {}): string {
    const sentence = this.table.sentences[key]?.[this.language] ?? "";
    return sentence.replace(/\{(\w+)\}/g, (_, word: string) => String(words[word]));
  }

  private side(color: Color): string {
    if (this.language === "en") return SIDES.en[color];
    return SIDES[this.facts.handicap ? "handicap" : "even"][color];
  }

  private lineOf(moves: readonly Move[], mate: boolean): string {
    return this.say("line", { moves: this.beginning(moves, mate) });
  }
  private beginning(moves: readonly Move[], mate: boolean): string {
    const limit = mate ? this.table.mate_moves : this.table.line_moves;
    const words = moves.slice(0, limit).map((move) => this.placeholder(move));
    return words.join(this.language === "en" ? " " : "") + (moves.length > limit ? " …" : "");
  }

  /** A move, which the page writes in the chosen notation. */
  private placeholder({ color, text }: Move): string {
    const mark = color === "black" ? "▲" : "△";
    const { japanese, western, hosking, usi } = text;
    const marked = { japanese, western: mark + western, hosking: mark + hosking, usi: mark + usi };
    const written = JSON.stringify(marked);
    let number = this.moves.findIndex((each) => JSON.stringify(each) === written);
    if (number < 0) number = this.moves.push(marked) - 1;
    return `{${number}}`;
  }

  /** The side that stands better at this win rate of the mover, and the words for it; null: about equal. */
  private standing(win: number): { side: Color; words: { side: string; standing: string } } | null {
    const { mover } = this.facts;
    const side = win >= 0.5 ? mover : opposite(mover);
    const share = Math.max(win, 1 - win);
    const found = this.table.standings.find(([least]) => share >= least);
    if (found === undefined) return null;
    return { side, words: { side: this.side(side), standing: found[1][this.language] } };
  }
}

const opposite = (color: Color): Color => (color === "black" ? "white" : "black");
