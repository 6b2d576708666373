"""Converts a game of this server to a record."""

from __future__ import annotations

from datetime import UTC, datetime

from komadai import kifu
from komadai.pieces import Color
from komadai.play.game import Game, time_control
from komadai.server.games import views as games_views
from komadai.server.records import export as records_export
from komadai.server.records import to_wire
from komadai.server.records.export import KINDS, File
from komadai.server.records.wire import ReadAnswer


def write(game: Game, kind: str, ply: int | None = None) -> File:
    """The game as one of `KINDS`; as ``svg``, the position after ``ply`` moves (None: the last)."""
    record = tree(game)
    line = [record.root, *record.main_line()]
    node = line[-1 if ply is None else ply]
    return records_export.write(record, KINDS[kind], node, flip=game.human is Color.WHITE)


def tree(game: Game) -> kifu.Game:
    """The game as a game tree with headers, times and the outcome."""
    settings = game.settings
    black, white = games_views.game_players(game, games_views.GUEST)
    headers = {
        "black": black.name.ja,
        "white": white.name.ja,
        "started": datetime.fromtimestamp(settings.at / 1000, UTC).strftime("%Y/%m/%d %H:%M:%S"),
    }
    if settings.clock is not None:
        headers["time_limit"] = str(time_control(settings.clock))
    record = kifu.Game(settings.start_sfen, headers)
    node = record.root
    for played in game.moves:
        node = node.add(played.move, time_ms=played.ms)
    record.outcome = game.outcome
    return record


def view(game: Game) -> ReadAnswer:
    """The game as the page's record view takes it."""
    return ReadAnswer(format="komadai", games=[to_wire.record(tree(game))], more=False)
