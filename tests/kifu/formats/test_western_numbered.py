"""Games as Western magazines print them, with a number before each move."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from komadai import BLACK, WHITE, Board, Handicap, Move, Outcome, Termination, kifu
from komadai.kifu import Game
from tests.kifu.samples import parts, tree

PRINTED = Path(__file__).parents[4] / "shared" / "data" / "games" / "printed_games.json"
OPENING = "1. P-7f   2. P-3d\n3. P-2f   4. G-3b\n5. P-2e   6. Bx8h+\n7. Sx8h   8. S-2b\n"
"""The example of the second document."""


def usi(game: Game) -> str:
    return " ".join(move.usi() for move in game.moves())


def test_two_moves_in_a_row_have_a_number_each() -> None:
    assert kifu.detect(OPENING) == "western-numbered"
    game = kifu.read(OPENING, strict=True)
    assert usi(game) == "7g7f 3c3d 2g2f 4a3b 2f2e 2b8h+ 7i8h 3a2b"
    assert game.sfen == Board().sfen()


def test_a_game_is_written_in_two_columns() -> None:
    game = kifu.read(OPENING)
    game.headers = {"black": "Sato", "white": "Ito", "started": "2019/05/01"}
    game.end.ending = kifu.Ending(Outcome(WHITE, Termination.RESIGNATION))
    assert kifu.write(game, "western-numbered") == (
        "Sato vs Ito, 2019/05/01\n\n"
        "1. P-7f     2. P-3d\n3. P-2f     4. G-3b\n5. P-2e     6. Bx8h+\n7. Sx8h     8. S-2b\n9. Resigns\n"
    )


@pytest.mark.parametrize(
    ("head", "handicap"),
    [
        ("Handicap: Left lance", "lance"),
        ("Handicap: Rook and left lance", "rook-lance"),
        ("Two pieces: Rook and bishop", "two-piece"),
        ("Four-piece Handicap (Rook, Bishop, and Lances)", "four-piece"),
        ("Handicap: Six pieces: Rook, bishop, both lances and both knights", "six-piece"),
        ("Hobara vs Ito, 1756\nHandicap: Eight-piece", "eight-piece"),
        ("Black: Hobara\nWhite: Ito\nHandicap: Bishop", "bishop"),
    ],
)
def test_an_ellipsis_stands_for_the_move_that_black_does_not_make(head: str, handicap: str) -> None:
    game = kifu.read(f"{head}\n\n1. ...   2. K-6b\n3. P-7f\n", "western-numbered", strict=True)
    assert str(game.handicap) == handicap
    assert usi(game) == "5a6b 7g7f"
    if " vs " in head or "Black:" in head:
        assert (game.headers["black"], game.headers["white"]) == ("Hobara", "Ito")


def test_without_a_handicap_the_ellipsis_lets_white_begin_from_the_usual_start() -> None:
    game = kifu.read("1. ...   2. P-3d\n3. P-7f\n")
    assert game.sfen.split()[1] == "w"
    assert usi(game) == "3c3d 7g7f"
    assert [each.code for each in game.warnings] == ["handicap-missing"]


@pytest.mark.parametrize("handicap", ["lance", "rook-lance", "five-piece-left", "ten-piece", "naked-king"])
def test_a_written_handicap_game_begins_with_the_ellipsis_and_is_read_back(handicap: str) -> None:
    game = Game(Handicap.named(handicap).sfen)
    game.extend([min(game.board().legal_moves, key=Move.usi)])
    text = kifu.write(game, "western-numbered")
    assert text.splitlines()[3].startswith("1. ...      2. ")
    found = kifu.read(text, strict=True)
    assert (str(found.handicap), found.moves()) == (handicap, game.moves())


def test_fixed_black_is_an_even_game() -> None:
    game = kifu.read("Handicap: Fixed Black\n\n1. P-7f   2. P-3d\n", "western-numbered", strict=True)
    assert game.sfen == Board().sfen()


def test_several_games_with_what_is_said_about_their_end() -> None:
    text = (
        "Sato vs Ito\n\n1. P-7f   2. P-3d\n3. Resigns\nIto won after 2 moves\n\n"
        "Mori vs Abe\n\n1. P-2f   2. P-8d\n\nNo result: interruption\n"
    )
    first, second = kifu.read_all(text, "western-numbered")
    assert first.outcome == Outcome(WHITE, Termination.RESIGNATION)
    assert first.end.ending is not None
    assert first.end.ending.comment == "Ito won after 2 moves"
    assert (second.headers["black"], usi(second)) == ("Mori", "2g2f 8c8d")
    assert second.outcome == Outcome(None, Termination.INTERRUPTED)
    assert not first.warnings
    assert not second.warnings


def test_comments_and_variations_are_read() -> None:
    game = kifu.read(
        "1. P-7f {the usual\nA vs B} 2. P-3d (2. P-8d) 3. P-2f\n", "western-numbered", strict=True
    )
    assert usi(game) == "7g7f 3c3d 2g2f"
    assert game.root.children[0].comment == "the usual\nA vs B"
    assert [str(each.move) for each in game.root.children[0].children] == ["3c3d", "8c8d"]


def test_prose_is_left_out_with_a_warning() -> None:
    game = kifu.read("From a magazine of 1976.\n\n1. P-7f   2. P-3d\n", "western-numbered")
    assert usi(game) == "7g7f 3c3d"
    assert [(each.line, each.code) for each in game.warnings] == [(1, "header-or-move-missing")]


@given(seed=st.integers(0, 2**32))
@settings(max_examples=40, deadline=None)
def test_a_written_game_is_read_back(seed: int) -> None:
    game = tree(seed, variations=False, comments=False, unit_ms=0)
    game.headers = {"black": "A", "white": "B", "started": "2020/01/02"}
    assert parts(kifu.read(kifu.write(game, "western-numbered"), strict=True)) == parts(game)


@pytest.mark.skipif(not PRINTED.exists(), reason="the printed games are not at hand")
def test_the_games_of_the_booklet_are_written_and_read_back() -> None:
    for told in json.loads(PRINTED.read_text("utf-8")):
        game = Game(told["start"])
        game.extend(map(Move.from_usi, told["moves"].split()))
        found = kifu.read(kifu.write(game, "western-numbered"), strict=True)
        assert (found.sfen, usi(found)) == (told["start"], told["moves"])
        assert (found.board().turn is BLACK) == (game.board().turn is BLACK)
