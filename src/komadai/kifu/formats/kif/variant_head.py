"""The head of a variant's KIF record: the variant, its options, and the start."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from komadai.errors import KomadaiError, SfenError
from komadai.kifu.formats.kif.variant_moves import kanji_number, number_in_kanji
from komadai.messages import Message
from komadai.pieces import Color

if TYPE_CHECKING:
    from komadai.variants import Board, Variant
    from komadai.variants.definition import PieceKind

OPTIONS: Final = "規則"
"""The header of options that are not the default: 規則：rules=jcsa."""
START: Final = "開始局面"
"""The header of a start that is not the setup, as SFEN."""
TWELVE_FILES: Final = re.compile(r"\s*[１1][２2]\s+[１1][１1]\s+[１1][０0]\s+[９9][\s\d１-９]*")
"""The line of file numbers above a diagram of chu shogi, which lishogi writes without the variant's name."""
CHU_MOVE: Final = re.compile(r".*[（(]←.*|一歩目.*")
"""A move of chu shogi as lishogi writes it."""

UNNAMED: Final[dict[tuple[int, int], tuple[str, ...]]] = {
    (5, 5): ("minishogi", "kyoto"),
    (3, 4): ("dobutsu",),
}
"""The variants whose diagrams are read without their name, by files and ranks; the first that fits counts."""

_UNNAMED_FILES: Final = re.compile(r"\s*(?:[５5]\s+[４4]\s+)?[３3]\s+[２2]\s+[１1]\s*")
_CELL: Final = re.compile(r"[vｖ^]?成?[^\s　]")
_ROW: Final = re.compile(r"\s*[|｜](.*)[|｜][一二三四五六七八九十]*\s*")
_RULE: Final = re.compile(r"\s*[+＋][-－ー─]+[+＋]\s*")
_FILES: Final = re.compile(r"[\s0-9０-９]+")
_HAND: Final = re.compile(r"([先後上下])手の持駒\s*[：:]\s*(.*)")
_TURN: Final = re.compile(r"([先後上下])手番\s*")
_SIDES: Final = {"先": Color.BLACK, "下": Color.BLACK, "後": Color.WHITE, "上": Color.WHITE}
_EMPTY: Final = "・"
_MARKS: Final = {Color.BLACK: " ", Color.WHITE: "v"}


class VariantHead:
    """The parts of the head that only records of variants have, read line by line."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self._options = ""
        self._sfen: str | None = None
        self._rows: list[str] = []
        self._hands: dict[Color, str] = {}
        self._turn = Color.BLACK

    def take_header(self, name: str, value: str) -> bool:
        """Reads a header; False if it is none of these."""
        if name == OPTIONS:
            self._options = value
        elif name == START:
            self._sfen = value
        else:
            return False
        return True

    def take_diagram(self, line: str) -> bool:
        """Reads a line of a diagram; False if it is none."""
        if row := _ROW.fullmatch(line):
            self._rows.append(row[1])
        elif hand := _HAND.fullmatch(line):
            self._hands[_SIDES[hand[1]]] = hand[2]
        elif turn := _TURN.fullmatch(line):
            self._turn = _SIDES[turn[1]]
        else:
            return _RULE.fullmatch(line) is not None or (not line.isspace() and bool(_FILES.fullmatch(line)))
        return True

    def board(self) -> tuple[Board, list[Message]]:
        """The start, and what could not be read: the usual start, or the default of an option, counts."""
        from komadai.variants import Board, Variant

        problems = []
        variant = self.variant
        if self._options:
            options = dict(word.partition("=")[::2] for word in self._options.split())
            try:
                if options != variant.changed_options:
                    variant = Variant.named(variant.name, **options)
            except KomadaiError as error:
                problems.append(Message("variant-options", {"problem": str(error)}, "usual-rules"))
        sfen = self._sfen
        try:
            if sfen is None and self._rows:
                sfen = self._sfen_of_diagram(variant)
            return Board(variant, sfen), problems
        except SfenError as error:
            problems.append(Message("start-unreadable", {"problem": error.message}, "usual-start"))
            return Board(variant), problems

    def _sfen_of_diagram(self, variant: Variant) -> str:
        names = _pieces_by_name(variant)
        longest_first = "|".join(sorted(map(re.escape, names), key=len, reverse=True))
        cell = re.compile(rf"[\s　]*(?:{_EMPTY}|([vｖ^]?)({longest_first}))")
        ranks = []
        for row in self._rows:
            at, rank = 0, []
            while match := cell.match(row, at):
                at = match.end()
                kind = names.get(match[2] or "")
                rank.append("1" if kind is None else _letters(kind, is_white=match[1] in ("v", "ｖ")))
            if row[at:].strip() or len(rank) != variant.files:
                raise SfenError.with_code("variant-diagram-rank", files=variant.files, text=row.strip())
            ranks.append(re.sub("1+", lambda empty: str(len(empty[0])), "".join(rank)))
        if len(ranks) != variant.ranks:
            raise SfenError.with_code("variant-sfen-ranks", ranks=variant.ranks)
        hands = "".join(
            _hand(self._hands.get(color, ""), names, is_white=color is Color.WHITE) for color in Color
        )
        turn = "b" if self._turn is Color.BLACK else "w"
        return f"{'/'.join(ranks)} {turn} {hands or '-'} 1"


class UnnamedDiagram:
    """The diagram of a small board in a record that does not name its variant, read line by line."""

    def __init__(self) -> None:
        self.rows: list[tuple[int, str]] = []
        """The ranks, each with the number of its line."""
        self._files = 0
        self._others: list[str] = []

    def take(self, line: str, number: int) -> bool:
        """Reads a line; False if a diagram of shogi may have it, too."""
        if row := _ROW.fullmatch(line):
            files = len(_CELL.findall(row[1]))
            if files not in {files for files, _ in UNNAMED}:
                return False
            self._files = files
            self.rows.append((number, line))
            return True
        if _HAND.fullmatch(line) or _TURN.fullmatch(line):
            self._others.append(line)
            return False
        return _UNNAMED_FILES.fullmatch(line) is not None

    def head(self) -> VariantHead | None:
        """The head of the variant to which the diagram belongs; None if no variant has such a board."""
        from komadai.variants import Variant

        heads = []
        for name in UNNAMED.get((self._files, len(self.rows)), ()):
            head = VariantHead(Variant.named(name))
            for line in (*self._others, *(line for _, line in self.rows)):
                head.take_diagram(line)
            heads.append(head)
        return next((head for head in heads if not head.board()[1]), heads[0] if heads else None)


def _pieces_by_name(variant: Variant) -> dict[str, PieceKind]:
    """The kinds by the names that diagrams may have.

    A promoted piece with the face of another piece is written with 成 before it, as lishogi does in chu: 成角
    is the leopard that became a bishop, 成馬 the bishop that became a horse. Other promoted pieces may be
    written with 成 and their unpromoted name, too.
    """
    names: dict[str, PieceKind] = {}
    for kind in variant.kinds:
        for name in (kind.kif[:1], kind.kif, kind.face, kind.kanji):
            if name:
                names.setdefault(name, kind)
    for kind in variant.kinds:
        if kind.promoted and kind.face and not names[kind.face].promoted:
            names.setdefault(f"成{kind.face}", kind)
    for kind in variant.kinds:
        promoted = variant.pieces.get(kind.promotes_to or "")
        if promoted is not None and kind.face:
            names.setdefault(f"成{kind.face}", promoted)
    for name, other in (("玉", "王"), ("王", "玉"), ("龍", "竜"), ("酔象", "醉象")):
        if name in names:
            names.setdefault(other, names[name])
    return names


def diagram(board: Board) -> list[str]:
    """The position as a diagram, for programs that do not read the header with the SFEN.

    Empty if two kinds of piece have the same name, as in the largest variants.
    """
    variant = board.variant
    known = _pieces_by_name(variant)
    names: dict[str, str] = {}
    for name, kind in known.items():
        names.setdefault(kind.id, name)
    pieces = board.piece_map()
    if any(piece.kind.id not in names for piece in pieces.values()):
        return []
    width = max([1, *(len(names[piece.kind.id]) for piece in pieces.values())])
    lines = []
    for rank in range(variant.ranks):
        cells = []
        for file in range(variant.files - 1, -1, -1):
            piece = pieces.get(file * variant.ranks + rank)
            name, mark = (_EMPTY, " ") if piece is None else (names[piece.kind.id], _MARKS[piece.color])
            cells.append("　" * (width - len(name)) + mark + name)
        lines.append(f"|{''.join(cells)}|{kanji_number(rank + 1)}")
    rule = f"+{'-' * (variant.files * (2 * width + 1))}+"
    files = " ".join(f"{_full_width(file):>{width}}" for file in range(variant.files, 0, -1))
    return [
        f"後手の持駒：{_hand_text(board, Color.WHITE, names)}",
        f"  {files}",
        *(rule, *lines, rule),
        f"先手の持駒：{_hand_text(board, Color.BLACK, names)}",
        *(["後手番"] if board.turn is Color.WHITE else []),
    ]


def _full_width(number: int) -> str:
    return "".join(chr(ord("０") + int(digit)) for digit in str(number))


def _hand_text(board: Board, color: Color, names: dict[str, str]) -> str:
    held = [
        names.get(id, id) + (kanji_number(count) if count > 1 else "")
        for id, count in board.hand(color).items()
    ]
    return "　".join(held) or "なし"


def _letters(kind: PieceKind, *, is_white: bool) -> str:
    from komadai.variants.board import Piece

    return Piece(Color.WHITE if is_white else Color.BLACK, kind).sfen


def _hand(text: str, names: dict[str, PieceKind], *, is_white: bool) -> str:
    if not text.strip() or text.strip() == "なし":
        return ""
    found = []
    for word in text.replace("　", " ").split():
        match = re.fullmatch(r"(\D+?)([一二三四五六七八九十]*)", word)
        count = 0 if match is None else number_in_kanji(match[2]) if match[2] else 1
        if match is None or match[1] not in names or not count:
            raise SfenError.with_code("diagram-hand", word=word)
        letters = _letters(names[match[1]], is_white=is_white)
        found.append(f"{count if count > 1 else ''}{letters}")
    return "".join(found)
