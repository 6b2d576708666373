"""The games that come with Komadai are games by the rules, each of its own, in a small file."""

from __future__ import annotations

from pathlib import Path

import pytest

from komadai import BLACK, STARTPOS, WHITE, Board, Move, Termination
from komadai.impasse import ImpasseRule, declare
from komadai.study import Database
from komadai.study.database import starter
from komadai.study.database.imported_game import ImportedGame
from komadai.study.database.starter import Facts, PackedGame, facts, games, packed
from komadai.study.library import famous_games

MAX_PLIES = 320


@pytest.fixture(scope="module")
def shipped() -> list[ImportedGame]:
    return list(games())


def moves_of(game: ImportedGame) -> list[Move]:
    numbers = zip(game.moves[::2], game.moves[1::2], strict=True)
    return [Move.from_int(low | high << 8) for low, high in numbers]


def test_at_least_five_thousand_different_games_are_in_a_small_file(shipped: list[ImportedGame]) -> None:
    assert facts().games >= 5_000
    assert len(shipped) == facts().games + facts().told
    assert len({game.moves for game in shipped}) == len(shipped)
    assert starter.FILE.stat().st_size <= 1_500_000


def test_openings_vary(shipped: list[ImportedGame]) -> None:
    assert len({game.moves[:2] for game in shipped}) >= 5, "first moves"
    assert len({game.moves[:32] for game in shipped}) > 0.9 * len(shipped), "the first sixteen plies"


def test_games_are_played_by_the_rules_to_their_ends(shipped: list[ImportedGame]) -> None:
    for game in shipped:
        board = Board(game.sfen or STARTPOS)
        for move in moves_of(game):
            assert board.outcome() is None, game.headers
            board.push(move)  # raises for an illegal one
        assert game.outcome is not None
        ending, outcome = game.outcome.termination, board.outcome()
        if ending is Termination.RESIGNATION:
            assert outcome is None
            assert game.outcome.winner is board.turn.opponent, "who is to move resigns"
        elif ending is Termination.IMPASSE_DECLARATION:
            assert declare(board, ImpasseRule.POINTS_27) == game.outcome
        elif ending is Termination.MOVE_LIMIT:
            assert (outcome, game.plies, game.outcome.winner) == (None, MAX_PLIES, None)
        else:
            assert outcome == game.outcome


def test_both_sides_win_and_the_ways_to_end_are_several(shipped: list[ImportedGame]) -> None:
    winners = [game.outcome.winner for game in shipped if game.outcome is not None]
    for color in (BLACK, WHITE):
        assert winners.count(color) > 0.4 * len(shipped)
    endings = {game.outcome.termination for game in shipped if game.outcome is not None}
    assert {Termination.RESIGNATION, Termination.SENNICHITE} <= endings


def test_the_whole_games_of_the_reading_room_are_among_them(shipped: list[ImportedGame]) -> None:
    told = {" ".join(map(Move.usi, moves_of(game))): game for game in shipped[: facts().told]}
    whole = [each for each in famous_games() if each.example is not None and len(each.example.moves) >= 100]
    assert len(told) == len(whole) == 3
    for each in whole:
        assert each.example is not None
        game = told[" ".join(each.example.moves)]
        assert game.date == each.year
        for name, player in zip(each.title.en.split(" – "), ("black", "white"), strict=True):
            assert name in game.headers[player]


def test_the_winners_of_the_reading_room_are_those_that_it_tells(shipped: list[ImportedGame]) -> None:
    winners = {game.date: game.outcome and game.outcome.winner for game in shipped[: facts().told]}
    assert winners == {"1834": WHITE, "1756": WHITE, "1973": BLACK}


def test_all_of_them_are_imported_once(tmp_path: Path, shipped: list[ImportedGame]) -> None:
    with Database(tmp_path / "games.kdb", create=True) as database:
        for _ in range(2):
            with database.importing() as session:
                for game in shipped:
                    session.add(game)
        assert len(database) == len(shipped)
        assert session.count.duplicates == len(shipped)
        first = database.game(facts().told + 1)
        assert first.headers["black"] == first.headers["white"] == "Komadai"
        assert first.headers["event"].startswith(f"Komadai {facts().version}, ")


def test_what_is_packed_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    moves = b"".join(int(Move.from_usi(usi)).to_bytes(2, "little") for usi in ("7g7f", "3c3d"))
    games_ = [
        PackedGame(7, Termination.RESIGNATION, 1, moves),
        PackedGame(65_535, Termination.MOVE_LIMIT, 2, b""),
    ]
    told = [{"headers": {"black": "A"}, "sfen": STARTPOS, "moves": "2g2f", "winner": "black"}]
    how = {"version": "1", "engine": "e", "seed": 2, "nodes": 3}
    file = tmp_path / "starter.xz"
    file.write_bytes(packed(how, told, games_))
    monkeypatch.setattr(starter, "FILE", file)
    facts.cache_clear()
    try:
        assert facts() == Facts(games=2, told=1, **how)  # type: ignore[arg-type]
        first, second, third = games()
    finally:
        facts.cache_clear()
    assert (first.headers, first.sfen, first.result) == ({"black": "A"}, None, 0)
    assert (second.moves, second.result, second.headers["event"]) == (moves, 1, "Komadai 1, 7")
    assert (third.plies, third.result) == (0, 2)
