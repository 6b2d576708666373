"""A game as a file to take home."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final, NamedTuple

from komadai import kifu
from komadai._core import Board
from komadai.pieces import Color
from komadai.server import views
from komadai.server.game import Game, side, time_control

FORMATS: Final = ("kif", "kif-sjis", "csa", "usi", "svg")


class File(NamedTuple):
    """A file's bytes, its media type, its ending and its encoding."""

    body: bytes
    type: str
    suffix: str
    encoding: str = "utf-8"


def write(game: Game, kind: str, ply: int | None = None) -> File:
    """The game in one of FORMATS; as ``svg``, the position after ``ply`` moves (None: the last)."""
    if kind == "svg":
        return File(_picture(game, ply).encode(), "image/svg+xml", "svg")
    tree = _tree(game)
    if kind == "kif-sjis":
        # What Shift_JIS lacks cannot occur but in a foreign engine's name.
        return File(kifu.write(tree, "kif").encode("cp932", "replace"), "text/plain", "kif", "shift_jis")
    suffix = {"kif": "kifu", "csa": "csa", "usi": "usi"}[kind]  # .kifu: a KIF file in UTF-8
    return File(kifu.write(tree, kind).encode(), "text/plain", suffix)


def _tree(game: Game) -> kifu.Game:
    settings = game.settings
    person = side(game.person) if game.person is not None else None
    black, white = views.players(person, settings.engine, settings.level, views.GUEST)
    headers = {
        "black": black.name.ja,
        "white": white.name.ja,
        "started": datetime.fromtimestamp(settings.at / 1000, UTC).strftime("%Y/%m/%d %H:%M:%S"),
    }
    if settings.clock is not None:
        headers["time_limit"] = str(time_control(settings.clock))
    tree = kifu.Game(settings.start_sfen, headers)
    node = tree.root
    for played in game.moves:
        node = node.add(played.move, time_ms=played.ms)
    tree.outcome = game.outcome
    return tree


def _picture(game: Game, ply: int | None) -> str:
    board = Board(game.settings.start_sfen)
    for played in game.moves[:ply]:
        board.push(played.move)
    return board.svg(flip=game.person is Color.WHITE)
