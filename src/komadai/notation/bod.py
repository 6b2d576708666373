"""BOD, the board diagram of KIF files."""

from __future__ import annotations

import re
import unicodedata

from komadai._core import Board
from komadai.diagram import text
from komadai.errors import NotationError, SfenError
from komadai.messages import Message
from komadai.pieces import HAND_TYPES, SET_COUNTS, Color, PieceType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final, Literal

_SIDES: Final = {
    **dict.fromkeys(("先手", "下手", "▲", "☗"), Color.BLACK),
    **dict.fromkeys(("後手", "上手", "△", "☖"), Color.WHITE),
}
_side: Final = f"({'|'.join(_SIDES)})"
_HAND: Final = re.compile(rf"{_side}\s*+(?:の\s*+)?持ち?駒\s*+[：:]?\s*+(.*)")
_TURN: Final = re.compile(rf"{_side}の?(?:手?番)\s*")
_BORDER: Final = re.compile(r"[+＋][-+－ー─]+[+＋]?\s*")
_FILES: Final = re.compile(r"[\s9９]*[8８]\s*[7７]\s*[6６]\s*[5５]\s*[4４]\s*[3３]\s*[2２]\s*[1１]\s*")
_NUMBER: Final = re.compile(r"手数\s*[＝=]\s*(\d{1,5})(?!\d)(.*)")
_HELD: Final = re.compile(
    r"([歩香桂銀金角飛])([一二三四五六七八九十]+|\d{1,2})?|(残り全部|残り|全部)|(なし|無し)|\S"
)

_FIRST: Final = frozenset("|｜+＋先下後上手9９8８▲☗△☖")
"""First characters of the lines of a diagram. Other lines are skipped without a regular expression."""

_KINDS: Final = {
    **{kind.kanji: kind for kind in PieceType},
    "王": PieceType.KING,
    "竜": PieceType.DRAGON,
    "今": PieceType.PRO_KNIGHT,
    "仝": PieceType.PRO_LANCE,
    "个": PieceType.PRO_PAWN,
}
_WHITE: Final = "vVｖＶ▽△☖"
_BLACK: Final = "^▲☗"
_EMPTY: Final = "・･.*＊"

SIGN: Final = (
    rf"[|｜](?:\s*[{re.escape(_WHITE + _BLACK)}]?\s*[{re.escape(_EMPTY + ''.join(_KINDS))}]){{9}}\s*[|｜]"
)
"""Matches lines by which a diagram is detected in a text: a rank of nine squares. Borders, and cells of other
tables, are no sign."""


def write(board: Board, *, handicap: bool = False) -> str:
    """The position as KIF files hold it, without a newline at the end.

    With ``handicap`` the sides are 上手 and 下手. If White is to move, a last line says so.
    """
    diagram = text.japanese(board, handicap=handicap)
    if board.turn is Color.BLACK:
        return diagram
    return f"{diagram}\n{'上手' if handicap else '後手'}番"


def read(diagram: str) -> Board:
    """The position of a diagram. Raises NotationError with the first line that is not part of a diagram."""
    reading = Diagram()
    for number, line in enumerate(diagram.split("\n"), 1):
        problem = reading.take(line)
        if line.strip() and problem != "":
            raise NotationError(problem or Message("diagram-line"), line, number)
    return reading.board()


class Diagram:
    """A diagram read line by line."""

    def __init__(self) -> None:
        self._ranks: list[list[str]] = []
        self._hands: dict[Color, dict[PieceType, int]] = {}
        self._rest: Color | None = None
        self.turn: Color | None = None
        """The side to move; None if no line gives it."""
        self.played: int | None = None
        """The number of moves before the position; None if no line gives it."""

    @property
    def begun(self) -> bool:
        """Whether a rank of the board was read."""
        return bool(self._ranks)

    def take(self, line: str) -> Message | Literal[""] | None:
        """Reads a line. Returns None if it does not belong to a diagram, else its error or ""."""
        line = line.strip()
        if line[:1] not in _FIRST:
            return None
        if line[:1] in ("|", "｜"):
            return self._take_rank(line)
        if hand := _HAND.fullmatch(line):
            return self._take_hand(_SIDES[hand[1]], hand[2])
        if turn := _TURN.fullmatch(line):
            self.turn = _SIDES[turn[1]]
            return ""
        if number := _NUMBER.fullmatch(line):
            self.played = int(number[1])
            return ""
        return "" if _BORDER.fullmatch(line) or _FILES.fullmatch(line) else None

    def _take_rank(self, line: str) -> Message | Literal[""]:
        if len(self._ranks) == 9:
            return Message("diagram-too-many-ranks")
        cells, white = [], False
        for character in line[1:200]:
            if character in "|｜":
                break
            if character in _WHITE:
                white = True
            elif character in _EMPTY:
                cells.append("")
            elif character in _KINDS:
                symbol = _KINDS[character].symbol
                cells.append(symbol.lower() if white else symbol)
                white = False
            elif not character.isspace() and character not in _BLACK:
                return Message("diagram-piece", {"word": character})
        if len(cells) != 9:
            return Message("diagram-squares", {"count": len(cells)})
        self._ranks.append(cells)
        return ""

    def _take_hand(self, color: Color, held: str) -> Message | Literal[""]:
        hand: dict[PieceType, int] = {}
        self._hands[color] = hand
        for match in _HELD.finditer(unicodedata.normalize("NFKC", held[:200])):
            if match[1]:
                kind = _KINDS[match[1]]
                hand[kind] = min(hand.get(kind, 0) + _number(match[2]), 18)
            elif match[3]:
                self._rest = color
            elif not match[4]:
                return Message("diagram-hand", {"word": match[0]})
        return ""

    def board(self, *, validate: bool = True) -> Board:
        """The position. Raises NotationError if ranks are missing or it breaks the rules.

        With ``validate=False`` it may break the rules.
        """
        if len(self._ranks) != 9:
            raise NotationError(Message("diagram-ranks", {"count": len(self._ranks)}))
        if self._rest is not None:
            self._hands[self._rest] = self._all_the_rest()
        hands = "".join(
            (str(count) if count > 1 else "") + (kind.letter if color is Color.BLACK else kind.letter.lower())
            for color in Color
            for kind in reversed(HAND_TYPES)
            if (count := self._hands.get(color, {}).get(kind, 0))
        )
        rows = "/".join("".join(cell or "1" for cell in rank) for rank in self._ranks)
        rows = re.sub("1+", lambda ones: str(len(ones[0])), rows)
        turn = (self.turn or Color.BLACK).sfen
        sfen = f"{rows} {turn} {hands or '-'} {(self.played or 0) + 1}"
        try:
            return Board(sfen, validate=validate)
        except SfenError as error:
            raise NotationError(Message("position-against-rules", {"problem": error.message})) from error

    def _all_the_rest(self) -> dict[PieceType, int]:
        """The pieces of a full set that are neither on the board nor in the other hand."""
        rest = {kind: SET_COUNTS[kind] for kind in HAND_TYPES}
        for rank in self._ranks:
            for cell in filter(None, rank):
                kind = PieceType.from_letter(cell).unpromoted
                if kind in rest:
                    rest[kind] -= 1
        for color, hand in self._hands.items():
            if color is not self._rest:
                for kind, count in hand.items():
                    rest[kind] -= count
        return {kind: max(count, 0) for kind, count in rest.items()}


def _number(numeral: str | None) -> int:
    """1-99 in kanji (十八) or digits; 1 for none."""
    if not numeral:
        return 1
    if numeral.isdigit():
        return int(numeral)
    tens, ten, ones = numeral.rpartition("十")
    return (10 * _digits(tens, 1) if ten else 0) + _digits(ones, 0)


def _digits(kanji: str, default: int) -> int:
    return int(
        "".join(
            str("一二三四五六七八九".index(each) + 1) for each in kanji[:2] if each in "一二三四五六七八九"
        )
        or default
    )
