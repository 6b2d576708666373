"""Writes CSA files, versions 2.2 and 3.0."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from komadai.kifu.comments import engine_comments
from komadai.kifu.formats.csa import position as csa_position
from komadai.kifu.formats.csa.endings import ending_comments, statement
from komadai.kifu.formats.kif.header_reader import one_line
from komadai.notation import csa

if TYPE_CHECKING:
    from collections.abc import Iterator

    from komadai._core import Board
    from komadai.kifu.tree.game import Ending, Game, Node
    from komadai.outcome import Infraction

HEADER_NAMES: Final = {
    "event": "$EVENT",
    "site": "$SITE",
    "started": "$START_TIME",
    "ended": "$END_TIME",
    "time_limit": "$TIME_LIMIT",
    "opening": "$OPENING",
}
"""The names of headers in CSA by Komadai's keys. Other headers are comments in the form ``'name:value``."""

NEW_IN_3: Final = {"最大手数": "$MAX_MOVES", "持将棋": "$JISHOGI", "備考": "$NOTE"}
"""The names of headers that CSA 3.0 added, by their names in KIF."""
_TIME_3: Final = re.compile(r"\d+(\.\d+)?(\+\d+(\.\d+)?){2}")


def write(game: Game) -> str:
    """The game as a CSA 2.2 file. Times are cut to whole seconds, as version 2.2 demands."""
    return _write(game, 2)


def write_3(game: Game) -> str:
    """The game as a CSA 3.0 file in UTF-8, with times to the millisecond."""
    return _write(game, 3)


def _write(game: Game, version: int) -> str:
    lines = ["V2.2"] if version < 3 else ["'CSA encoding=UTF-8", "V3.0"]
    lines += [
        f"N{sign}{one_line(game.headers.get(key, ''))}"
        for sign, key in zip("+-", ("black", "white"), strict=True)
    ]
    lines += _headers(game, version)
    board = game.board()
    lines += csa_position.write(board)
    lines += _remarks(game.root, board)
    end, infraction = game.end, None
    for node in game.main_line():
        if node.move is None:
            continue
        if node is end:
            infraction = board.infraction(node.move)
        lines.append(csa.write(board, node.move))
        lines += _time(node.time_ms, version)
        board.push_unchecked(node.move)
        lines += _remarks(node, board)
    if end.ending is not None:
        lines += _ending(end.ending, board, infraction, version)
    return "\n".join(lines) + "\n"


def _headers(game: Game, version: int) -> Iterator[str]:
    for key, value in game.headers.items():
        if not value.strip() or key in ("black", "white"):
            continue
        name = HEADER_NAMES.get(key)
        if version >= 3:
            name = NEW_IN_3.get(key, name)
            if key == "time_limit" and _TIME_3.fullmatch(value):
                name = "$TIME"
        if key.startswith("$") and ":" not in key and key == one_line(key):
            name = key
        if name == "$NOTE":
            value = value.replace("\\", "\\\\").replace("\n", "\\n")
        if name is None:
            # Such a line is read back as a header if its name has no colon, space or apostrophe.
            name = "'" + re.sub(r"[\s:'*]+", "_", key.strip())
        yield f"{name}:{one_line(value)}"


def _remarks(node: Node, board: Board) -> Iterator[str]:
    yield from _comment(engine_comments.write_comment(node, board, floodgate=True))


def _comment(text: str) -> Iterator[str]:
    """The lines of a comment. A line that begins with an apostrophe was a comment that programs ignore."""
    for line in text.split("\n") if text else ():
        is_ignored = line.startswith("'") and not line.startswith(("'*", "'CSA encoding=", "'$END_TIME:"))
        yield line if is_ignored else f"'*{line}"


def _time(time_ms: int | None, version: int) -> Iterator[str]:
    if time_ms is not None:
        seconds, rest = divmod(max(time_ms, 0), 1000)
        yield f"T{seconds}.{rest:03}" if version >= 3 and rest else f"T{seconds}"


def _ending(ending: Ending, board: Board, infraction: Infraction | None, version: int) -> Iterator[str]:
    word = statement(ending, board.turn, version=version)
    if not word:
        yield from _comment(ending.comment)
        return
    yield word
    yield from _time(ending.time_ms, version)
    for text in ending_comments(ending, board.turn, infraction, version=version):
        yield from _comment(text)
