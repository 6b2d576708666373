"""A game as a file: every format, however the game began and ended."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import pytest

from komadai import BLACK, Board, Move
from komadai.play.events import ClockSettings, Event
from komadai.play.game import GameMachine
from komadai.server.games import export as games_export
from komadai.server.records.export import KINDS
from tests.play.table import T0, Table

ENDINGS: dict[str, Callable[[GameMachine], list[Event]]] = {
    "playing": lambda game: [],
    "resigned": lambda game: game.resign(BLACK, T0 + 5_000),
    "flagged": lambda game: game.tick(T0 + 10**8),
    "illegal": lambda game: game.move(game.turn, Move.from_usi("5e5d"), T0 + 5_000),
    "declared": lambda game: game.declare(game.turn, T0 + 5_000),
    "interrupted": lambda game: game.interrupt("engine_failed", T0 + 5_000),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("moves", ["", "7g7f 3c3d 8h2b+"])
def test_every_ending_can_be_written(kind: str, ending: str, moves: str) -> None:
    table = Table(illegal="lose", clock=ClockSettings(main_ms=60_000, byoyomi_ms=10_000, periods=3))
    table.play(moves)
    table.happen(ENDINGS[ending](table.game))
    file = games_export.write(table.game, kind)
    text = file.body.decode("cp932" if file.encoding == "shift_jis" else "utf-8")
    assert text
    if kind.startswith("kif") and moves:
        assert "２二角成" in text


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "start",
    [
        Board.handicap("two-piece").sfen(),
        Board.handicap("naked-king").sfen(),
        "4k4/9/9/9/9/9/9/9/4K4 w R2b 7",
    ],
)
def test_every_start_can_be_written(kind: str, start: str) -> None:
    table = Table(start_sfen=start)
    table.move(table.game.board.legal_moves[0].usi(), T0 + 1)
    assert games_export.write(table.game, kind).body


def test_the_picture_shows_the_board_from_the_persons_side() -> None:
    black, white = (
        games_export.write(Table(side=side).game, "svg").body.decode() for side in ("black", "white")
    )
    assert black != white


def test_the_players_and_the_time_are_named() -> None:
    table = Table(side="white", level=15, clock=ClockSettings(main_ms=600_000, byoyomi_ms=30_000))
    text = games_export.write(table.game, "kif").body.decode()
    assert "先手：駒台 初段" in text
    assert "後手：ゲスト" in text
    assert "10m+30s" in text


@pytest.mark.parametrize(
    ("language", "names"), [("en", ["Komadai, 1 dan", "Guest"]), ("ja", ["駒台 初段", "ゲスト"])]
)
def test_the_record_of_the_page_names_the_players_in_the_language_of_its_reader(
    language: Literal["en", "ja"], names: list[str]
) -> None:
    table = Table(side="white", level=15)
    [record] = games_export.view(table.game, {}, language).games
    assert [each.value for each in record.headers if each.name in ("black", "white")] == names
