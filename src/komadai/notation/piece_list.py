"""Positions as lists of pieces, as Western texts print mating problems:

    Black: +B3d, P2e In hand: R
    White: K1c, B2b, G1e, L1a

Black is to move. If White's hand is not given, or is given as ``all pieces not shown``, White holds all
pieces not shown except Black's king.
"""

from __future__ import annotations

import re
import unicodedata

from komadai._core import Board
from komadai.errors import NotationError
from komadai.messages import Message
from komadai.notation.japanese import PIECE_NAMES
from komadai.pieces import HAND_TYPES, SET_COUNTS, Color, Piece, PieceType
from komadai.squares import file_of, rank_of, square, square_at, square_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

EMPTY: Final = "9/9/9/9/9/9/9/9/9 b - 1"

_SIDES: Final = {"black": Color.BLACK, "sente": Color.BLACK, "white": Color.WHITE, "gote": Color.WHITE}
_SECTION: Final = re.compile(
    r"(black|white|sente|gote)\s*:|in\s+hand\s*:|(black|white)\s+to\s+(?:move|play)", re.I
)
_names = "|".join(sorted(PIECE_NAMES, key=len, reverse=True))
_ITEM: Final = re.compile(
    rf"(?P<before>\d{{1,2}})?(?P<piece>\+?(?:[PLNSGBRK]|{_names}))(?:[x×]?(?P<rest>\d{{1,2}}[a-i]?))?",
    re.I | re.A,
)
_REST: Final = re.compile(
    r"\(?(?:\band\s+)?(?:\bin\s+hand\s+)?\b(?:all(?:\s+(?:the|other|remaining))*\s+pieces(?:\s+not\s+shown)?|"
    r"(?:all\s+)?the\s+rest)\b(?:\s+except\b(?:\s+(?:for|the|black|black's|king))*)?\)?",
    re.I,
)
"""Phrases for White's hand that mean all other pieces."""
_NOTHING: Final = ("none", "nothing", "-")
_ORDER: Final = (PieceType.KING, *HAND_TYPES[:-3:-1], *HAND_TYPES[4::-1])
"""King, rook, bishop, gold, silver, knight, lance, pawn."""


def looks_like(text: str) -> bool:
    """Whether the text has both sides in the form of such a list."""
    return {_SIDES[match[1].lower()] for match in _SECTION.finditer(text) if match[1]} == set(Color)


def write(board: Board) -> str:
    """The position in two lines, without a newline at the end; a third one where White is to move."""
    lines = []
    for color in Color:
        pieces = sorted(
            (_ORDER.index(kind.unpromoted), not kind.is_promoted, file_of(at), rank_of(at), kind, at)
            for kind in PieceType
            for at in board.pieces(color, kind)
        )
        line = (
            f"{color.english}: {', '.join(kind.symbol + square_name(at) for *_, kind, at in pieces)}".rstrip()
        )
        hand = board.hand(color)
        held = [f"{hand[kind] if hand[kind] > 1 else ''}{kind.letter}" for kind in _ORDER[1:] if hand[kind]]
        if color is Color.BLACK:
            line += f" In hand: {', '.join(held)}" if held else ""
        elif any(board.hand(color)[kind] != count for kind, count in _not_shown(board)):
            line += f" In hand: {', '.join(held) or 'none'}"
        lines.append(line)
    if board.turn is Color.WHITE:
        lines.append("White to move")
    return "\n".join(lines)


def read(text: str, *, validate: bool = True) -> Board:
    """The position. Raises NotationError with line and column, SfenError for one against the rules.

    With ``validate=False`` it may break the rules.
    """
    plain = "".join(unicodedata.normalize("NFKC", character)[:1] or " " for character in text)
    board = Board(EMPTY, validate=False)
    sections = list(_SECTION.finditer(plain))
    side: Color | None = None
    hands_given: set[Color] = set()
    for number, section in enumerate(sections):
        end = sections[number + 1].start() if number + 1 < len(sections) else len(plain)
        if section[2]:
            board.set_turn(_SIDES[section[2].lower()])
            continue
        if section[1]:
            side = _SIDES[section[1].lower()]
        elif side is not None:
            hands_given.add(side)
        if side is None:
            raise _error(Message("piece-list-side"), text, section.start(), section[0])
        if side is Color.WHITE and (rest := _REST.search(plain, section.end(), end)):
            plain = plain[: rest.start()] + " " * len(rest[0]) + plain[rest.end() :]
            hands_given.discard(side)
        for start, item in _items(plain, section.end(), end):
            _place(board, side, item, text, start, in_hand=not section[1])
    if side is None:
        raise NotationError(Message("piece-list-empty"), text[:40])
    if Color.WHITE not in hands_given:
        for kind, count in list(_not_shown(board)):
            if count < 0:
                raise NotationError(
                    Message(
                        "piece-list-above-set",
                        {
                            "count": SET_COUNTS[kind] - count,
                            "piece": kind.english,
                            "limit": SET_COUNTS[kind],
                        },
                    )
                )
            board.set_hand(Color.WHITE, kind, count)
    return Board(board.sfen(), validate=validate)


def _items(text: str, start: int, end: int) -> Iterator[tuple[int, str]]:
    for match in re.finditer(r"[^\s,;/.&、]+", text[start:end]):
        if match[0].lower() not in ("and", *_NOTHING):
            yield start + match.start(), match[0]


def _place(board: Board, side: Color, item: str, text: str, at: int, *, in_hand: bool) -> None:
    match = _ITEM.fullmatch(item)
    rest = match["rest"] if match else None
    if match is None or (not in_hand and (rest is None or match["before"])):
        raise _error(Message("piece-list-hand" if in_hand else "piece-list-item"), text, at, item)
    name = match["piece"].removeprefix("+")
    kind = PIECE_NAMES.get(name) or PieceType.from_letter(name)
    if match["piece"][0] == "+":
        kind = kind.promoted
    if in_hand:
        count = int(match["before"] or 1) * (int(rest) if rest and rest.isdigit() else 1)
        if kind not in HAND_TYPES or (rest and not rest.isdigit()):
            raise _error(Message("piece-list-not-in-hand"), text, at, item)
        held = board.hand(side)[kind] + count
        if held > SET_COUNTS[kind]:
            params = {"piece": kind.english, "limit": SET_COUNTS[kind]}
            raise _error(Message("piece-list-set", params), text, at, item)
        board.set_hand(side, kind, held)
        return
    where = _square(rest or "")
    if where is None:
        raise _error(Message("piece-list-square"), text, at, item)
    if board.piece_at(where) is not None:
        raise _error(Message("piece-list-occupied", {"squares": square_name(where)}), text, at, item)
    board.set_piece(where, Piece(side, kind))


def _square(text: str) -> int | None:
    if re.fullmatch("[1-9][1-9]", text):
        return square_at(int(text[0]), int(text[1]))
    return square(text.lower()) if re.fullmatch("[1-9][a-iA-I]", text) else None


def _not_shown(board: Board) -> Iterator[tuple[PieceType, int]]:
    """The pieces that are neither on the board nor in Black's hand, by type and number."""
    for kind in HAND_TYPES:
        shown = len(board.pieces(None, kind)) + board.hand(Color.BLACK)[kind]
        if kind.can_promote:
            shown += len(board.pieces(None, kind.promoted))
        yield kind, SET_COUNTS[kind] - shown


def _error(reason: Message, text: str, at: int, what: str) -> NotationError:
    line = text.count("\n", 0, at) + 1
    return NotationError(reason, what, line, at - (text.rfind("\n", 0, at) + 1) + 1)
