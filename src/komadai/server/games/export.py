"""Converts a game of this server to a record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from komadai import kifu
from komadai._core import Board
from komadai.kifu.tree.from_game import PlayedMove, from_game
from komadai.pieces import Color
from komadai.play.boards import SHOGI, variant_of
from komadai.play.game import GameMachine
from komadai.play.state import time_control
from komadai.server.games import program_remarks
from komadai.server.games import views as games_views
from komadai.server.games.player_names import PlayerName
from komadai.server.records import export as records_export
from komadai.server.records import to_wire
from komadai.server.records.export import KINDS, File
from komadai.server.records.wire import ReadAnswer

if TYPE_CHECKING:
    from komadai.outcome import Language

NOBODY: Final[Mapping[Color, PlayerName]] = {}
"""The names of guests."""


def write(
    game: GameMachine, kind: str, ply: int | None = None, names: Mapping[Color, PlayerName] = NOBODY
) -> File:
    """The game as one of `KINDS`; as ``svg``, the position after ``ply`` moves (None: the last).

    Raises ApiError for a game of a variant in a format that cannot hold it.
    """
    record = tree(game, names)
    line = [record.root, *record.main_line()]
    node = line[-1 if ply is None else ply]
    flip = not game.both_human and game.human is Color.WHITE
    return records_export.write(record, KINDS[kind], node, flip=flip)


def tree(
    game: GameMachine, names: Mapping[Color, PlayerName] = NOBODY, language: Language = "ja"
) -> kifu.Game | kifu.VariantGame:
    """The game as a game tree with headers, times and the outcome.

    ``language`` is that of the names of guests and computers.
    """
    settings = game.settings
    black, white = games_views.game_players(game, (), names)
    headers = {
        "black": black.name.en if language == "en" else black.name.ja,
        "white": white.name.en if language == "en" else white.name.ja,
    }
    if settings.clock is not None:
        headers["time_limit"] = str(time_control(settings.clock))
    return from_game(
        _played(game),
        game.outcome,
        headers=headers,
        started=datetime.fromtimestamp(settings.at / 1000, UTC),
        sfen=settings.start_sfen,
        variant=SHOGI if settings.variant == SHOGI else variant_of(settings.variant),
    )


def _played(game: GameMachine) -> Iterator[PlayedMove]:
    """The moves, with what programs said about them."""
    if not program_remarks.are_in_record(game):
        yield from (PlayedMove(each.move, each.ms) for each in game.moves)
        return
    board = Board(game.settings.start_sfen)
    for number, each in enumerate(game.moves):
        board.push(each.move)
        yield PlayedMove(each.move, each.ms, program_remarks.analysis_of(game, number, board))


def view(game: GameMachine, names: Mapping[Color, PlayerName], language: Language) -> ReadAnswer:
    """The game as the page's record view takes it, with names in the reader's language."""
    return ReadAnswer(format="komadai", games=[to_wire.record(tree(game, names, language))], more=False)
