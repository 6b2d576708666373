"""Reading games as USI lines."""

from __future__ import annotations

import contextlib
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from komadai import Board, Color, Outcome, Termination
from komadai.errors import KomadaiError, RecordError
from komadai.kifu import Game, GameBuilder, Report, read, read_all
from komadai.kifu.formats import usi
from tests.kifu.samples import GAMES, needs_games, parts, tree

STARTPOS = Board().sfen()


def moves(game: Game) -> str:
    return " ".join(move.usi() for move in game.moves())


def test_a_line_of_a_variant_is_refused_by_its_name() -> None:
    with pytest.raises(RecordError, match="chu") as caught:
        list(read_all("startpos moves 7g7f\nvariant chu position startpos moves 6i6h"))
    assert (caught.value.line, caught.value.column, caught.value.text) == (2, 9, "chu")


def test_a_line_may_name_the_ordinary_game() -> None:
    assert moves(read("variant shogi position startpos moves 7g7f 3c3d")) == "7g7f 3c3d"


@pytest.mark.parametrize(
    "line",
    [
        "startpos moves 7g7f 3c3d",
        "position startpos moves 7g7f 3c3d",
        f"sfen {STARTPOS} moves 7g7f 3c3d",
        f"position sfen {STARTPOS} moves 7g7f 3c3d  ",
        f"sfen {STARTPOS.removesuffix(' 1')} moves 7g7f 3c3d",
        f"{STARTPOS} moves 7g7f 3c3d",
        "  startpos\tmoves 7g7f, 3c3d",
    ],
)
def test_the_forms_of_a_line(line: str) -> None:
    game = read(line + "\n", "usi", strict=True)
    assert (game.sfen, moves(game)) == (STARTPOS, "7g7f 3c3d")


def test_a_line_is_a_game() -> None:
    text = f"startpos\n\nposition startpos moves 2g2f\n{Board.handicap('lance').sfen()}\n"
    games = list(read_all(text, "usi", strict=True))
    assert [moves(game) for game in games] == ["", "2g2f", ""]
    assert games[2].sfen == Board.handicap("lance").sfen()


@pytest.mark.parametrize(
    ("word", "outcome"),
    [
        ("resign", Outcome(Color.BLACK, Termination.RESIGNATION)),
        ("win", Outcome(Color.WHITE, Termination.IMPASSE_DECLARATION)),
        ("rep_draw", Outcome(None, Termination.SENNICHITE)),
    ],
)
def test_words_of_programs_after_the_moves(word: str, outcome: Outcome) -> None:
    assert read(f"startpos moves 7g7f {word}\n", "usi", strict=True).outcome == outcome


def test_comments() -> None:
    game = read("# one\n// two\nstartpos moves 7g7f # three\n", "usi", strict=True)
    assert (game.root.comment, game.end.comment) == ("one\ntwo", "three")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("startpos moves 7g7f xyz 2g2f", "line 1, column 21:"),
        ("startpos moves 7g7f 5e5d 2g2f", "line 1, column 21: illegal move"),
        ("startpos moves 7g7f resign 2g2f", "line 1, column 28: no move can follow; left out: '2g2f'"),
        ("startpos 7g7f", "line 1, column 10: expected moves: '7g7f'"),
        ("7g7f", "line 1, column 1: expected startpos or sfen; the usual start is taken: '7g7f'"),
        ("startpos moves 7g7f\nhello", None),
    ],
)
def test_a_deviation_is_reported_and_the_rest_is_read(text: str, message: str | None) -> None:
    game = read(text, "usi")
    assert moves(game) == "7g7f"
    if message is not None:
        assert str(game.warnings[0]).startswith(message)
    with pytest.raises(RecordError):
        list(read_all(text, "usi", strict=True))


def test_an_illegal_move_is_kept() -> None:
    game = read("startpos moves 7g7e 3c3d", "usi")
    assert moves(game) == "7g7e 3c3d"
    assert "illegal move" in game.warnings[0].message


def test_other_lines_than_usi_are_refused() -> None:
    for text in ("", "hello\n", "sfen x y z\n"):
        with pytest.raises(RecordError):
            list(usi.parse(text, GameBuilder(), Report()))


@given(seed=st.integers(0, 2**32))
@settings(max_examples=30, deadline=None)
def test_a_written_game_is_read_back(seed: int) -> None:
    game = tree(seed, variations=False, comments=False, unit_ms=0, endings=False)
    game.headers.clear()
    assert parts(read(usi.write(game), "usi", strict=True)) == parts(game)


@given(data=st.binary(max_size=200))
@settings(max_examples=200, deadline=None)
def test_any_bytes_give_games_or_an_error_of_the_package(data: bytes) -> None:
    for text in (data, b"startpos moves 7g7f " + data, b"sfen " + data):
        with contextlib.suppress(KomadaiError):
            list(read_all(text, "usi"))


def test_a_megabyte_is_read_in_linear_time() -> None:
    """A reader in quadratic time would exceed the time limit of tests."""
    shuffle = "5i5h 5a5b 5h5i 5b5a "
    for text in (
        "startpos moves " + shuffle * 50_000,
        "startpos moves " + "x " * 500_000,
        "#\n" * 500_000,
        "a\n" * 500_000,
    ):
        with contextlib.suppress(RecordError):
            list(usi.parse(text, GameBuilder(), Report()))


@needs_games
def test_the_collection_is_read_without_a_warning() -> None:
    for name in ("gsdb", "wcsc28"):
        for line in (GAMES / name / "games.jsonl").read_text(encoding="utf-8").splitlines()[:300]:
            record = json.loads(line)
            game = read(f"startpos moves {record['moves']}", "usi")
            assert moves(game) == record["moves"]


def test_empty_comments_without_a_game_give_no_warning() -> None:
    report = Report()
    games = list(usi.parse("startpos moves 7g7f\n" + "#\n;\n" * 40 + "# a\n", GameBuilder(), report))
    assert len(games) == 1
    assert [(each.message, each.text) for each in report.deviations] == [
        ("a comment without a game; left out", "a")
    ]


def test_empty_comments_keep_their_places_between_others() -> None:
    text = "# a\n" + "#\n" * 40 + "# b\nstartpos moves 7g7f\nnonsense\n"
    report = Report()
    (game,) = usi.parse(text, GameBuilder(), report)
    assert game.root.comment == "a" + "\n" * 41 + "b"
    assert [each.line for each in report.deviations] == [44]
