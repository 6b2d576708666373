"""The moves of variants in KIF.

On boards of at most nine files and ranks a move is written as in shogi: ``２三歩(24)``, ``３三角打``. On
larger ones it is written as lishogi writes chu shogi: ``12八歩兵 （←12九）``. A move that captures on its way
has a line for each step, all with the number of the move::

      12一歩目 6六獅子 （←5七）
      12二歩目 5七獅子（居食い） （←6六）

The origin decides which piece moves; its name is for people.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from komadai.kifu.formats.kif.moves import Meaning
from komadai.messages import Message

if TYPE_CHECKING:
    from komadai.variants import Board, Move, Variant
    from komadai.variants.definition import PieceKind

STEPS: Final = ("一歩目", "二歩目", "三歩目")
"""The prefixes of the lines of a move's steps."""
STEP: Final = re.compile(rf"\s*([0-9０-９]{{1,6}})(?:手目)?\s*({'|'.join(STEPS)})\s*(\S.*)")
"""A line with a step of a move: the number of the move, which step it is, and the rest."""
_DIGITS: Final = "〇一二三四五六七八九"
_NUMBER: Final = re.compile("(?:([二三四五六七八九]?)(十))?([一二三四五六七八九]?)")
_SQUARE: Final = (
    r"[0-9]{1,2}(?:[二三四五六七八九]?十[一二三四五六七八九]?|[一二三四五六七八九]|[a-z]{1,2}|[0-9])"
)
_MOVE: Final = re.compile(
    rf"[▲△▼▽☗☖]?\s*(?:(?P<to>{_SQUARE})|(?P<same>同|仝))\s*(?P<name>\S+?)\s*(?P<end>不成|成|打)?\s*"
    rf"(?:\((?:居食い|じっと)\)|居食い|じっと)?\s*(?:\(←?(?P<origin>{_SQUARE})\))?"
)
_RESULTING_PIECE: Final = Message("move-resulting-piece", action="read-as-promotion")


def kanji_number(number: int) -> str:
    """A number from 1 to 99 in kanji: 九, 十, 十一, 三十六."""
    tens, ones = divmod(number, 10)
    return (_DIGITS[tens] if tens > 1 else "") + ("十" if tens else "") + (_DIGITS[ones] if ones else "")


def number_in_kanji(kanji: str) -> int:
    """The number from 1 to 99 that these characters mean; 0 if they mean none."""
    match = _NUMBER.fullmatch(kanji)
    if match is None:
        return 0
    tens, ten, ones = match.groups(default="")
    return (_DIGITS.index(tens) if tens else len(ten)) * 10 + (_DIGITS.index(ones) if ones else 0)


def is_large(variant: Variant) -> bool:
    """Whether squares are written with half-width digits, because the board has more than nine files or
    ranks."""
    return max(variant.files, variant.ranks) > 9


def square_text(variant: Variant, square: int) -> str:
    """A square as KIF writes it: ``７六``, or ``12八`` on a large board."""
    file, rank = divmod(square, variant.ranks)
    digits = str(file + 1)
    if not is_large(variant):
        digits = chr(ord("０") + file + 1)
    return digits + kanji_number(rank + 1)


def _square(variant: Variant, text: str) -> int | None:
    """The square of a text; None if the board has none of this name."""
    match = re.fullmatch(r"([0-9]{1,2}?)([一二三四五六七八九十]+|[a-z]+|[0-9])", text)
    if match is None:
        return None
    file, rank_text = int(match[1]), match[2]
    if rank_text.isdigit():
        rank = int(rank_text)
    elif rank_text.isascii():
        rank = (26 if len(rank_text) > 1 else 0) + ord(rank_text[-1]) - ord("a") + 1
    else:
        rank = number_in_kanji(rank_text)
    if not (1 <= file <= variant.files and 1 <= rank <= variant.ranks):
        return None
    return (file - 1) * variant.ranks + rank - 1


def piece_name(variant: Variant, kind: PieceKind) -> str:
    """A piece as KIF names it: one character, or the whole name on a large board."""
    names = (kind.kanji, kind.face) if is_large(variant) else (kind.face, kind.kanji)
    return next(filter(None, (kind.kif, *names)), kind.id)


@lru_cache(maxsize=64)
def drop_names(variant: Variant) -> dict[str, str]:
    """The names by which dropped pieces are written, by their ids: the id follows a name that two share."""
    names = {kind.id: piece_name(variant, kind) for kind in variant.kinds}
    shared = [*names.values()]
    return {id: name if shared.count(name) == 1 else f"{name}{id}" for id, name in names.items()}


def write(board: Board, move: Move, previous: Move | None) -> list[str]:
    """The steps of a move; a single one unless it captures on its way."""
    variant = board.variant
    if move.drop is not None:
        return [f"{square_text(variant, move.to_square)}{drop_names(variant)[move.drop]}打"]
    assert move.from_square is not None
    piece = board.piece_at(move.from_square)
    name = "?" if piece is None else piece_name(variant, piece.kind)
    large = is_large(variant)
    squares = [move.from_square, *move.via, move.to_square]
    texts: list[str] = []
    last = None if previous is None else previous.to_square
    for origin, to in pairwise(squares):
        where = square_text(variant, to)
        if to == last:
            where = "仝" if large else "同　"
        is_end = len(texts) == len(move.via)
        word = "成" if is_end and move.promotion else ""
        if is_end and move.via and to == move.from_square:
            word += "（じっと）" if board.piece_at(move.via[-1]) is None else "（居食い）"
        source = f" （←{square_text(variant, origin)}）" if large else f"({_digits(variant, origin)})"
        # 四天王 after a rank would be read as a part of its number.
        gap = " " if name[0] in _DIGITS else ""
        texts.append(f"{where}{gap}{name}{word}{source}")
        last = None  # only the first step may go to the square of the move before
    return texts


def _digits(variant: Variant, square: int) -> str:
    file, rank = divmod(square, variant.ranks)
    return f"{file + 1}{rank + 1}"


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text).strip()


def continues(steps: list[str], line: str) -> bool:
    """Whether a line is the next step of a move of which these steps have been read."""
    match = STEP.fullmatch(line)
    return match is not None and STEPS.index(match[2]) == len(steps)


def is_move(text: str) -> bool:
    """Whether a text is a move of a variant, of one step."""
    match = _MOVE.fullmatch(_plain(text))
    return match is not None and (match["origin"] is not None or match["end"] == "打")


def read(steps: list[str], board: Board, previous: Move | None) -> Meaning:
    """The move that these steps mean.

    A move that is against the rules is returned, too; without an origin only a legal one can be found.
    """
    matches = [_MOVE.fullmatch(_plain(step)) for step in steps]
    first = matches[0]
    if first is None or None in matches:
        return Meaning()
    variant = board.variant
    squares: list[int] = []
    for match in filter(None, matches):
        if match["same"] and squares:
            to: int | None = squares[-1]
        elif match["same"]:
            if previous is None:
                return Meaning(problem=Message("move-without-previous-square", action="left-out"))
            to = previous.to_square
        else:
            to = _square(variant, match["to"])
        if to is None:
            return Meaning()
        squares.append(to)
    last = matches[-1]
    assert last is not None
    origin = _square(variant, first["origin"]) if first["origin"] else None
    if first["end"] == "打" or (origin is None and len(steps) == 1):
        return _without_origin(board, first, squares[0])
    if origin is None:
        return Meaning()
    names = [board.square_name(square) for square in (origin, *squares)]
    usi = "".join(names)
    promotes = last["end"] == "成"
    move = board.parse_move(usi + "+" if promotes else usi)
    if move is not None:
        return Meaning(move)
    if not promotes and last["end"] is None:
        # Some records write the piece that results, without 成.
        move = board.parse_move(usi + "+")
        if move is not None:
            return Meaning(move, _RESULTING_PIECE)
    return Meaning(board.read_move(usi + "+" if promotes else usi))


def _without_origin(board: Board, match: re.Match[str], to: int) -> Meaning:
    """A drop, or a move whose origin is left out."""
    variant, name = board.variant, match["name"]
    names = {id: {text, *_names(variant.pieces[id])} for id, text in drop_names(variant).items()}
    kinds = [id for id, texts in names.items() if name in texts]
    if not kinds:
        return Meaning()
    legal = [move for move in board.legal_moves if move.to_square == to and not move.via]
    if match["end"] != "打":
        moves = [
            move
            for move in legal
            if move.from_square is not None
            and (piece := board.piece_at(move.from_square)) is not None
            and piece.kind.id in kinds
            and move.promotion == (match["end"] == "成")
        ]
        if len(moves) == 1:
            return Meaning(moves[0], Message("move-without-origin"))
    drops = [move for move in legal if move.drop in kinds]
    if match["end"] == "打" or len(drops) == 1:
        if drops:
            return Meaning(drops[0])
        droppable = [id for id in kinds if id in board.droppable(board.turn)] or kinds
        return Meaning(board.read_move(f"{droppable[0]}*{board.square_name(to)}"))
    return Meaning(problem=Message("move-no-such", action="left-out"))


def _names(kind: PieceKind) -> set[str]:
    """The other names of a piece in records."""
    names = {kind.kif, kind.face, kind.kanji, kind.id} - {""}
    return names | {name.replace("龍", "竜") for name in names} | ({"王"} if kind.face == "玉" else set())
