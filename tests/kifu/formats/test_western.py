"""Games as Western booklets print them."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from komadai import WHITE, Board, Color, Outcome, Termination
from komadai.errors import KomadaiError
from komadai.kifu import Game, GameBuilder, Report, read, read_all
from komadai.kifu.formats import western
from tests.kifu.samples import parts, tree

SHARED = Path(__file__).parents[4] / "shared"
BOOKLET = SHARED / "sources" / "003_835f6bfadfc9077c.txt"
PRINTED = SHARED / "data" / "games" / "printed_games.json"


def usi(game: Game) -> str:
    return " ".join(move.usi() for move in game.moves())


def test_columns_are_read_from_top_to_bottom() -> None:
    text = "A Name vs B Name, 1834\n\n▲歩-76 □歩-34 ▲角*55 □歩-85\n▲歩-26 □歩-84 ▲Resigns\n▲角x22+ □銀x22\n"
    (game,) = read_all(text, "western-text")
    assert usi(game) == "7g7f 3c3d 2g2f 8c8d 8h2b+ 3a2b B*5e 8d8e"
    assert game.outcome == Outcome(Color.WHITE, Termination.RESIGNATION)
    assert game.headers == {"black": "A Name", "white": "B Name", "started": "1834"}


def test_rows_are_read_from_left_to_right_if_only_that_gives_a_game() -> None:
    text = "▲歩-76 □歩-34 ▲角x22+ □銀x22\n▲角*55 □歩-84\n"
    assert usi(read(text, "western-text")) == "7g7f 3c3d 8h2b+ 3a2b B*5e 8c8d"


def test_handicaps_begin_with_a_gap() -> None:
    text = "### Game of Two-piece Handicap\n\nA vs B\n\n... □銀-62\n■歩-76 □歩\\*54\n"
    game = read(text, "western-text")
    assert game.sfen == Board.handicap("two-piece").sfen()
    assert usi(game) == "7a6b 7g7f"  # no pawn is in hand
    assert "not in hand" in game.warnings[0].message


def test_a_line_after_the_moves_gives_the_ending() -> None:
    text = "▲歩-76   □歩-34\n▲Resigns\nB won after 2 moves\n\nOther prose.\n"
    game = read(text, "western-text")
    assert game.outcome == Outcome(Color.WHITE, Termination.RESIGNATION)
    assert game.end.ending is not None
    assert game.end.ending.comment == "B won after 2 moves"


def test_a_problem_as_a_list_of_pieces_with_its_solution() -> None:
    game = read(
        "Black: +B3d, P2e In hand: R\nWhite: K1c, B2b, G1e, L1a\n\nR*1b Lx1b +B2d Mate\n", "western-text"
    )
    assert usi(game) == "R*1b 1a1b 3d2d"
    assert game.outcome == Outcome(Color.BLACK, Termination.CHECKMATE)
    assert not game.warnings


def test_a_list_without_marks_is_read_as_psn() -> None:
    assert usi(read("1. P-7f 2. P-3d", "western-text", strict=True)) == "7g7f 3c3d"


def test_an_unreadable_move_is_reported_with_the_rest() -> None:
    game = read("▲歩-76 □歩-34\n▲銀-11 □歩-84\n", "western-text")
    assert usi(game) == "7g7f 3c3d"
    assert (game.warnings[0].line, game.warnings[0].column) == (2, 1)
    assert game.warnings[0].text == "▲銀-11 □歩-84"


@given(seed=st.integers(0, 2**32))
@settings(max_examples=40, deadline=None)
def test_a_written_game_is_read_back(seed: int) -> None:
    game = tree(seed, variations=False, comments=False, unit_ms=0)
    if not game.moves():
        return
    game.headers = {"black": "A", "white": "B", "started": "2020/01/02"}
    assert parts(read(western.write(game), "western-text", strict=True)) == parts(game)


@given(
    data=st.binary(max_size=100), text=st.text(alphabet="▲△□歩銀飛-x*76345 \n+.Black:Whitend", max_size=60)
)
@settings(max_examples=300, deadline=None)
def test_any_text_gives_a_game_or_an_error_of_the_package(data: bytes, text: str) -> None:
    for source in (data, text, "▲歩-76 " + text):
        with contextlib.suppress(KomadaiError):
            for game in read_all(source, "western-text"):
                western.write(game)


@pytest.mark.skipif(not BOOKLET.exists(), reason="the booklet is not at hand")
def test_the_three_games_of_the_booklet_have_exactly_their_moves() -> None:
    report = Report()
    games = list(western.parse(BOOKLET.read_text(encoding="utf-8"), GameBuilder(), report))
    assert {each.message.code for each in report.deviations} == {"header-or-move-missing"}, "its prose only"
    printed = json.loads(PRINTED.read_text(encoding="utf-8"))
    assert [usi(game) for game in games] == [each["moves"] for each in printed]
    assert [game.sfen for game in games] == [each["start"] for each in printed]


def test_a_game_without_moves_is_detected_and_read_back() -> None:
    game = read(western.write(Game(headers={"black": "Kimura", "white": "Tsukada"})))
    assert (game.moves(), game.headers) == ([], {"black": "Kimura", "white": "Tsukada"})
    assert not game.warnings


BLACK_PASSES = (
    "1. ... 2. S-6b 3. P-7f",
    "1. ...\n2. S-6b 3. P-7f",
    "1. ... S-6b\n2. P-7f",
    "1... S-6b 2. P-7f",
    "1. … S-6b\n2. P-7f",
    "1 ...\n2 S-6b\n3 P-7f",
    "... S-6b P-7f",
    "… S-6b P-7f",
    "...\t□銀-62\n▲歩-76",
    "…\t□銀-62\n▲歩-76",
)


@pytest.mark.parametrize("moves", BLACK_PASSES)
@pytest.mark.parametrize(
    ("head", "start", "warnings"),
    [
        ("", "usual", ["White moves first, but no handicap is named; the usual start is taken"]),
        ('[Handicap "Two Pieces"]\n', "two-piece", []),
        ("Two-piece handicap\n\n", "two-piece", []),
        ("A vs B, 1834\nTwo-piece handicap\n\n", "two-piece", []),
        ("A vs B\n\n", "usual", ["White moves first, but no handicap is named; the usual start is taken"]),
    ],
)
def test_an_ellipsis_in_place_of_blacks_first_move_lets_white_begin(
    moves: str, head: str, start: str, warnings: list[str]
) -> None:
    if "[" in head and "□" in moves:
        return  # PSN's headers do not stand above such columns
    game = read(head + moves)
    expected = Board.handicap("two-piece") if start == "two-piece" else Board()
    expected.set_turn(WHITE)
    assert game.sfen == expected.sfen()
    assert [move.usi() for move in game.moves()] == ["7a6b", "7g7f"]
    assert [str(each.message) for each in game.warnings if each.code != "header-or-move-missing"] == warnings


def test_an_ellipsis_within_prose_or_after_a_move_changes_nothing() -> None:
    for text in ("and so on\n...\nmore of it\n1. P-7f P-3d", "1. P-7f {best} 1... P-3d", "1. P-7f ... P-3d"):
        game = read(text)
        assert game.sfen == Board().sfen()
        assert [move.usi() for move in game.moves()] == ["7g7f", "3c3d"]


@pytest.mark.parametrize("first", ["1. ... P-1c\n2.", "1. …\n2. P-1c", "1... P-1c 2."])
def test_white_begins_a_variants_game_after_an_ellipsis(first: str) -> None:
    game = read(f"A vs B\nVariant: minishogi\n\n{first} P-5c\n", variants=True)
    assert game.sfen.split()[1] == "w"
    assert [move.usi() for move in game.moves()] == ["1b1c", "5d5c"]
    assert game.warnings == []


@pytest.mark.parametrize("format", [None, "psn", "western-text", "western-numbered"])
@pytest.mark.parametrize("moves", ["1. ... 2. S-6b 3. P-7f", "... S-6b P-7f"])
@pytest.mark.parametrize("head", ["Handicap: Rook and left lance", "Rook and left lance handicap"])
def test_a_line_that_only_names_the_handicap_is_no_prose(head: str, moves: str, format: str | None) -> None:
    game = read(f"{head}\n{moves}", format, strict=True)
    assert str(game.handicap) == "rook-lance"
    assert [move.usi() for move in game.moves()] == ["7a6b", "7g7f"]
