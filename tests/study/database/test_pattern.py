"""Patterns: part of a board, hands, the side to move."""

from __future__ import annotations

from pathlib import Path

import pytest

from komadai import Board, DatabaseError
from komadai.study import Database, Pattern
from tests.study.database.samples import named, random_games, write_csa

ANYTHING = [". . . . . . . . ."] * 9


def pattern(*lines: str, **ranks: str) -> Pattern:
    """A pattern with these ranks (``g="…"``) and lines with a colon."""
    board = list(ANYTHING)
    for letter, cells in ranks.items():
        board["abcdefghi".index(letter)] = cells
    return Pattern.read("\n".join([*board, *lines]))


@pytest.mark.parametrize(
    ("cell", "at_5e", "expected"),
    [
        ("P", "4P4", True),
        ("P", "4p4", False),
        ("P", "4+P4", False),
        ("P", "9", False),
        ("+p", "4+p4", True),
        ("_", "9", True),
        ("_", "4P4", False),
        ("*", "4p4", True),
        ("*", "9", False),
        ("^", "4P4", True),
        ("^", "4p4", False),
        ("v", "4+b4", True),
        ("v", "4B4", False),
        (".", "9", True),
        (".", "4p4", True),
    ],
)
def test_a_cell_is_compared_with_its_square(cell: str, at_5e: str, expected: bool) -> None:
    board = Board(f"4k4/9/9/9/{at_5e}/9/9/9/4K4 b - 1")
    assert pattern(e=f". . . . {cell} . . . .").matches(board) is expected


def test_files_run_from_the_left_as_in_a_diagram() -> None:
    found = pattern(g=". . P _ . . . . .")
    assert not found.matches(Board())
    assert not found.matches(Board("startpos moves 7g7f"))
    assert found.matches(Board("startpos moves 6g6f"))


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("black hand: P2 B", True),
        ("black hand: P3", True),
        ("black hand: P4", False),
        ("white hand: R", True),
        ("white hand: P", False),
        ("turn: white", True),
        ("turn: black", False),
        ("Turn:  White  # a comment", True),
    ],
)
def test_hands_hold_at_least_these_pieces(line: str, expected: bool) -> None:
    assert pattern(line).matches(Board("4k4/9/9/9/9/9/9/9/4K4 w B3Pr 1")) is expected


def test_a_mirrored_pattern_fits_on_both_wings() -> None:
    assert pattern(g=". . _ . . . . . .").matches(Board("startpos moves 7g7f"))
    assert not pattern(g=". . _ . . . . . .").matches(Board("startpos moves 3g3f"))
    assert pattern("mirror: yes", g=". . _ . . . . . .").matches(Board("startpos moves 3g3f"))


def test_a_pattern_of_both_sides_fits_when_the_board_is_turned_round() -> None:
    board = Board("startpos moves 7g7f")
    mover_has_opened = pattern("both sides: yes", "turn: white", g=". . _ . . . . . .")
    assert mover_has_opened.matches(board)
    assert mover_has_opened.matches(board.mirror())
    assert not pattern(g=". . _ . . . . . .").matches(board.mirror())


def test_a_database_finds_the_first_position_that_fits_as_a_search_in_plain_python_does(
    tmp_path: Path,
) -> None:
    games = random_games(60)
    wanted = pattern("black hand: P", "plies: 4-20", e=". . . . . . . _ .")
    expected = {}
    for number, game in enumerate(games, 1):
        board = Board(game.sfen)
        for ply in range(len(game.moves) + 1):
            if 4 <= ply <= 20 and wanted.matches(board):
                expected[number] = ply
                break
            if ply < len(game.moves):
                board.push_usi(game.moves[ply])
    with Database(tmp_path / "db", create=True) as db:
        db.import_files(write_csa(tmp_path / "games.csa", named(games)))
        assert {game.id: game.ply for game in db.query(pattern=wanted)} == expected
        assert len(expected) > 3
        first = min(expected)
        assert [game.id for game in db.query(pattern=wanted, limit=1)] == [first]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "nine lines"),
        ("\n".join(ANYTHING[1:]), "nine lines"),
        ("\n".join([*ANYTHING, ANYTHING[0]]), "line 10: expected nine lines"),
        (". . .", "line 1: expected nine cells in a rank, got 3"),
        ("x . . . . . . . .", "line 1: expected a piece such as"),
        ("+g . . . . . . . .", "line 1: expected a piece such as"),
        ("hand: P", "line 1: expected one of the words black hand"),
        ("black hand: K", "line 1: expected pieces in hand"),
        ("black hand: Px", "line 1: expected pieces in hand"),
        ("black hand: 2P", "line 1: expected"),
        ("turn: me", "line 1: expected black or white"),
        ("plies: few", "line 1: expected plies"),
        ("plies: 1-999999", "line 1: expected plies"),
        ("mirror: perhaps", "line 1: expected yes or no"),
    ],
)
def test_what_cannot_be_read_is_named_with_its_line(text: str, problem: str) -> None:
    with pytest.raises(DatabaseError, match=problem):
        Pattern.read(text)
