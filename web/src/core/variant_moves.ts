// The moves of variants as people write them: komadai.variants.notation in the browser. What is legal, the core says.

import type { Move } from "../api/types";
import { parseSfen, parseUsi, type Diagram, type UsiMove } from "../board/sfen";
import type { VariantData } from "./game_messages";
import type { VariantPosition } from "./module";

const DIGITS = "〇一二三四五六七八九";

/** Plays a legal move on the position, and returns it as the page shows it. */
export function variantLine(
  position: VariantPosition,
  given: string,
  ply: number,
  variant: VariantData,
): Move {
  const before = parseSfen(position.sfen(), variant);
  const legal = position.legalMoves();
  const usi = position.play(given);
  const sfen = position.sfen();
  const writer = new Writer(variant, before, parseSfen(sfen, variant), usi, legal);
  const japanese = writer.japanese();
  const western = writer.western();
  return {
    ply,
    usi,
    color: before.turn,
    sfen,
    check: position.isCheck(),
    ms: 0,
    captured: writer.captured(),
    text: { japanese, western, hosking: western, usi },
    spoken: { en: writer.spoken(), ja: japanese },
  };
}

/** The squares of a move; a drop has none that it leaves. */
interface Squares {
  from: number | null;
  via: number[];
  to: number;
}

const squaresOf = ({ drop, path }: UsiMove): Squares => ({
  from: drop === null ? (path[0] ?? null) : null,
  via: drop === null ? path.slice(1, -1) : [],
  to: path.at(-1) ?? 0,
});

class Writer {
  private readonly move: UsiMove;
  private readonly squares: Squares;
  private readonly kind: string;
  private readonly others: { move: UsiMove; squares: Squares }[];

  constructor(
    private readonly variant: VariantData,
    private readonly before: Diagram,
    private readonly after: Diagram,
    private readonly usi: string,
    private readonly legal: readonly string[],
  ) {
    this.move = parseUsi(usi, variant);
    this.squares = squaresOf(this.move);
    this.kind = this.move.drop ?? this.kindAt(this.squares.from) ?? "";
    this.others = legal.map((text) => {
      const move = parseUsi(text, variant);
      return { move, squares: squaresOf(move) };
    });
  }

  private kindAt(square: number | null): string | null {
    return this.before.squares[square ?? -1]?.kind ?? null;
  }

  private get names() {
    return this.variant.kinds[this.kind] ?? { name: this.kind, kanji: this.kind, western: this.kind };
  }

  /** The kind that the move captures, the last if it captures several. */
  captured(): string | null {
    const { from, via, to } = this.squares;
    for (const square of [to, ...via.toReversed()]) {
      const kind = square === from ? null : this.kindAt(square);
      if (kind !== null) return kind;
    }
    return null;
  }

  /** ７七歩, ５五獅子, ３三角打, ８八歩不成; a square on which it captures on its way stands before the last one. */
  japanese(): string {
    const { from, via, to } = this.squares;
    const promotes =
      this.variant.kinds[this.kind]?.promotes === true &&
      this.others.some(({ move, squares }) => move.promotion && squares.from === from && squares.to === to);
    const end = from === null ? "打" : this.move.promotion ? "成" : promotes ? "不成" : "";
    return [...via, to].map((square) => this.japaneseSquare(square)).join("・") + this.names.kanji + end;
  }

  /** P-6h, Lnx6d, FK7jx4g, S-5d+, S*3c; see komadai.variants.notation.western. */
  western(): string {
    const { from, via, to } = this.squares;
    const target = this.westernSquare(to);
    if (from === null) return `${this.names.western}*${target}${this.effects()}`;
    const name = this.names.western + (this.hasRival() ? this.westernSquare(from) : "");
    const end = this.move.promotion ? "+" : this.legal.includes(`${this.usi}+`) ? "=" : "";
    if (this.isPass(this.squares)) return `${this.hasOtherPass() ? name : ""}--${end}`;
    const returns = via.length > 0 && to === from;
    const steps = via.map((square) => `${returns ? "x!" : "x"}${this.westernSquare(square)}`).join("");
    const last = returns ? "" : `${this.kindAt(to) === null ? "-" : "x"}${target}`;
    return `${name}${steps}${last}${end}${this.effects()}`;
  }

  /** The move in English words. */
  spoken(): string {
    const { from, via, to } = this.squares;
    const squares = [...via, to].map((square) => this.squareName(square)).join(", ");
    return `${this.names.name}${from === null ? " drop" : ""} ${squares}${this.move.promotion ? ", promotes" : ""}`;
  }

  /** Whether another such piece could make the move. */
  private hasRival(): boolean {
    const passes = this.isPass(this.squares);
    return this.others.some(
      ({ squares }) =>
        squares.from !== null &&
        squares.from !== this.squares.from &&
        (passes ? this.isPass(squares) : wayOf(squares) === wayOf(this.squares)) &&
        this.kindAt(squares.from) === this.kind,
    );
  }

  private isPass({ from, via, to }: Squares): boolean {
    return via.length === 1 && to === from && this.kindAt(via[0] ?? null) === null;
  }

  private hasOtherPass(): boolean {
    return this.others.some(({ squares }) => squares.from !== this.squares.from && this.isPass(squares));
  }

  /** The burnt squares, or * for a piece that burns itself. */
  private effects(): string {
    if (!Object.values(this.variant.kinds).some(({ burns }) => burns)) return "";
    const { via, to } = this.squares;
    if (this.after.squares[to] == null) return "*";
    const burnt = this.before.squares.flatMap((piece, square) => {
      const gone = piece !== null && piece.color !== this.before.turn && this.after.squares[square] === null;
      return gone && square !== to && !via.includes(square) ? [square] : [];
    });
    return burnt.map((square) => `!${this.westernSquare(square)}`).join("");
  }

  private squareName(square: number): string {
    const rank = square % this.variant.ranks;
    const letter = (n: number): string => String.fromCharCode(97 + n);
    const first = Math.floor(rank / 26);
    return `${this.fileOf(square)}${first > 0 ? letter(first - 1) : ""}${letter(rank % 26)}`;
  }

  private fileOf(square: number): number {
    return Math.floor(square / this.variant.ranks) + 1;
  }

  private westernSquare(square: number): string {
    const rank = square % this.variant.ranks;
    return `${this.fileOf(square)}${String.fromCharCode(97 + (rank % 26)).repeat(Math.floor(rank / 26) + 1)}`;
  }

  private japaneseSquare(square: number): string {
    const file = this.fileOf(square);
    const rank = (square % this.variant.ranks) + 1;
    const shown = file < 10 ? String.fromCharCode("０".charCodeAt(0) + file) : String(file);
    const tens = Math.floor(rank / 10);
    const ten = tens === 0 ? "" : `${tens === 1 ? "" : DIGITS[tens]}十`;
    return shown + ten + (rank % 10 === 0 ? "" : DIGITS[rank % 10]);
  }
}

/** The squares that the text names; without the end of a move that returns. */
const wayOf = ({ from, via, to }: Squares): string =>
  `${via.join(",")}-${via.length > 0 && to === from ? "" : to}`;
