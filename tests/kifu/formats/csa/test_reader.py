"""Reading CSA files, and writing them so that they are read back identically."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from komadai import Board, Color, Infraction, Move, Outcome, Termination
from komadai.errors import KomadaiError, RecordError
from komadai.kifu import SKIP, Analysis, Game, GameBuilder, Headers, Report, read, read_all
from komadai.kifu.formats.csa import reader as csa_reader
from komadai.kifu.reading.encoding import text_of
from tests.kifu.samples import GAMES, needs_games, parts, tree

BLACK, WHITE = Color.BLACK, Color.WHITE


def game_of(moves: str, start: str = "PI\n+") -> Game:
    (game,) = csa_reader.parse(f"V2.2\n{start}\n{moves}\n", GameBuilder(), Report())
    return game


def usi(game: Game) -> str:
    return " ".join(move.usi() for move in game.moves())


def messages(game: Game) -> list[str]:
    return [str(warning) for warning in game.warnings]


def test_a_whole_file() -> None:
    text = (
        "'CSA encoding=UTF-8\nV3.0\nN+先手\nN-後手\n"
        "$EVENT:電王戦\n$START_TIME:2024/05/14 10:00:00\n$TIME:600+0+5\n"
        "$MAX_MOVES:320\n$NOTE:one\\ntwo\\\\\n$FOO:bar\nPI\n+\n'*hello\n+7776FU\nT1.5\n"
        "'** 30 -3334FU +2726FU #123\n"
        "-3334FU\nT0\n'*good\n'plain\n%TORYO\nT12\n'*over\n"
    )
    game = read(text)
    assert not game.warnings
    assert game.headers == {
        "black": "先手", "white": "後手", "event": "電王戦", "started": "2024/05/14 10:00:00",
        "time_limit": "600+0+5", "最大手数": "320", "備考": "one\ntwo\\", "$FOO": "bar",
    }  # fmt: skip
    assert usi(game) == "7g7f 3c3d"
    first, last = game.main_line()
    assert (game.root.comment, first.time_ms, last.time_ms, last.comment) == (
        "hello",
        1500,
        0,
        "good\n'plain",
    )
    assert first.analyses == [
        Analysis(30, line=(Move.from_usi("3c3d"), Move.from_usi("2g2f")), nodes=123),
    ]
    ending = last.ending
    assert ending is not None
    assert (ending.outcome, ending.time_ms, ending.comment) == (
        Outcome(WHITE, Termination.RESIGNATION), 12_000, "over",
    )  # fmt: skip
    assert parts(read(csa_reader.write_3(game))) == parts(game)


@pytest.mark.parametrize(
    ("position", "sfen"),
    [
        ("PI82HI22KA\n-", Board.handicap("two-piece").sfen()),
        ("PI\nP-00FU\n+", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b p 1"),
        ("P-51OU\nP+53FU00KI00AL\n+", "4k4/9/4P4/9/9/9/9/9/9 b 2R2B4G4S4N4L17P 1"),
        ("P-51OU\nP+53TO00KI\nP-00AL\n+", "4k4/9/4+P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"),
        ("P1 * -HI *  *  * -OU *  * -KY\nP9 *  *  *  * +OU\n-", "1r3k2l/9/9/9/9/9/9/9/4K4 w - 1"),
        ("P1 * -HI * * * -OU * * -KY\nP9 * * * * +OU *\n-", "1r3k2l/9/9/9/9/9/9/9/4K4 w - 1"),
    ],
)
def test_start_positions(position: str, sfen: str) -> None:
    assert game_of("", position).sfen == sfen


@pytest.mark.parametrize(
    ("word", "outcome"),
    [
        ("%TORYO", Outcome(WHITE, Termination.RESIGNATION)),
        ("%TIME_UP", Outcome(WHITE, Termination.TIME_FORFEIT)),
        ("%TSUMI", Outcome(WHITE, Termination.CHECKMATE)),
        ("%ILLEGAL_MOVE", Outcome(WHITE, Termination.ILLEGAL_MOVE)),
        ("%+ILLEGAL_ACTION", Outcome(WHITE, Termination.ILLEGAL_MOVE)),
        ("%-ILLEGAL_ACTION", Outcome(BLACK, Termination.ILLEGAL_MOVE)),
        ("%KACHI", Outcome(BLACK, Termination.IMPASSE_DECLARATION)),
        ("%HIKIWAKE", Outcome(None, Termination.IMPASSE_DECLARATION)),
        ("%JISHOGI", Outcome(None, Termination.IMPASSE_AGREED)),
        ("%SENNICHITE", Outcome(None, Termination.SENNICHITE)),
        ("%MAX_MOVES", Outcome(None, Termination.MOVE_LIMIT)),
        ("%CHUDAN", Outcome(None, Termination.INTERRUPTED)),
    ],
)
def test_endings(word: str, outcome: Outcome) -> None:
    game = game_of(f"+7776FU\n-3334FU\n{word}\nT3")
    assert (game.outcome, game.end.outcome_ms, game.warnings) == (outcome, 3000, [])


@pytest.mark.parametrize(("word", "kept"), [("%FUZUMI", "不詰"), ("%MATTA", "待った"), ("%ERROR", "エラー")])
def test_endings_without_a_winner(word: str, kept: str) -> None:
    game = game_of(f"+7776FU\n{word}")
    assert game.end.ending is not None
    assert (game.end.ending.outcome, game.end.ending.word) == (None, kept)
    assert f"\n{word}\n" in csa_reader.write(game)


def test_an_illegal_move_is_kept_and_its_side_loses() -> None:
    game = game_of("+7776FU\n-3334FU\n+0055FU\n%ILLEGAL_MOVE")
    assert usi(game) == "7g7f 3c3d"  # no pawn in hand: it cannot even be played
    game = game_of("+2726FU\n-3334FU\n+2625FU\n-8384FU\n+2522FU\n%ILLEGAL_MOVE")
    assert usi(game).endswith("2e2b")
    assert game.outcome == Outcome(WHITE, Termination.ILLEGAL_MOVE, Infraction.WRONG_MOVEMENT)
    assert "illegal move" in messages(game)[0]


def test_every_outcome_is_read_back() -> None:
    for termination in Termination:
        for winner in (BLACK, WHITE, None):
            for broken in (None, Infraction.NIFU) if termination is Termination.ILLEGAL_MOVE else (None,):
                game = Game()
                game.extend([Move.from_usi("7g7f")])
                game.outcome = Outcome(winner, termination, broken)
                for write in (csa_reader.write, csa_reader.write_3):
                    assert read(write(game)).outcome == game.outcome


def test_several_statements_in_a_line_and_several_games_in_a_file() -> None:
    text = "V2.2\nN+A\nPI,+\n+7776FU,T12,-3334FU,T6\n%KACHI,'* -5000, win\n/\n"
    text += "N+B\nPI\n-\n-3334FU\n%CHUDAN,T39\n/\n"
    first, second = read_all(text, "csa")
    assert (usi(first), first.headers["black"], first.end.time_ms) == ("7g7f 3c3d", "A", 6000)
    assert first.end.ending is not None
    assert first.end.ending.comment == " -5000, win"
    assert (usi(second), second.headers["black"]) == ("3c3d", "B")
    assert not first.warnings + second.warnings


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("PI\n+\n+7776FU\nhello\n", "line 4, column 1: expected a statement of CSA; left out: 'hello'"),
        ("PI\n+\n+7776FU,v=1\n", "line 3, column 9: expected a statement of CSA; left out: 'v=1'"),
        ("PI\n+\n-7776FU\n", "line 3, column 1: Black is to move, expected +: '-7776FU'"),
        ("PI\n+\n7776FU\n", "line 3, column 1: Black is to move, expected +: '7776FU'"),
        ("PI\n+\n+7776KI\n", "line 3, column 1: a pawn stands there, expected FU: '+7776KI'"),
        ("PI\n+\n+7776fu\n", "line 3, column 1: expected capital letters: '+7776fu'"),
        ("PI\n+\n +7776FU\n", "line 3, column 1: spaces before a statement: ' +7776FU'"),
        ("PI\n+7776FU\n", "line 2, column 0: expected + or - (who moves first) before the moves"),
        ("+\n+7776FU\n", "line 1, column 0: expected a start position; the usual start is taken"),
        ("PI\n+\nT3\n+7776FU\n", "line 3, column 1: expected a move before its time; left out: 'T3'"),
        ("PI\n+\n+7776FU\nTx\n", "line 4, column 1: expected T and seconds; left out: 'Tx'"),
        ("PI\n+\n+7776FU\n%WOW\n", "line 4, column 1: an ending that is not known; kept as it is: '%WOW'"),
        ("PI99HI\n+\n+7776FU\n", "line 1, column 3: no such piece stands there: '99HI'"),
        (
            "PI\n+\n+7776FU\n%CHUDAN\n%CHUDAN\n",
            "line 5, column 1: the game has ended already; left out: '%CHUDAN'",
        ),
    ],
)
def test_a_deviation_is_reported_and_the_rest_is_read(text: str, message: str) -> None:
    game = read(text, "csa")
    assert messages(game) == [message]
    assert usi(game) == "7g7f"
    with pytest.raises(RecordError):
        read(text, "csa", strict=True)


def test_moves_after_an_unplayable_one_are_reported_one_by_one() -> None:
    game = game_of("+7776FU\n-5554FU\n+2726FU\n%TORYO")
    assert usi(game) == "7g7f"
    assert [warning.text for warning in game.warnings] == ["-5554FU", "+2726FU"]
    assert game.outcome is not None


def test_floodgate_lines_are_written_back_unchanged() -> None:
    moves = "+7776FU\nT1\n'** 130 7g7f 8c8d\n"
    moves += "-3334FU\nT0\n'** 0 -3334FU\n'** 7 +2726FU -9999FU\n%TORYO\n'summary:toryo\n"
    game = game_of(moves)
    first, second = game.main_line()
    assert (first.comment, first.analyses) == ("* 130 7g7f 8c8d", [])
    assert (second.comment, second.analyses) == ("* 0 -3334FU\n* 7 +2726FU -9999FU", [])
    assert csa_reader.write(game).endswith(moves)


def test_other_texts_than_csa_are_refused() -> None:
    for text in ("", "hello\n", "'comment\n", "/\n/\n", "7g7f 3c3d"):
        with pytest.raises(RecordError, match="no game"):
            list(csa_reader.parse(text, GameBuilder(), Report()))


def test_games_can_be_skipped() -> None:
    class OnlyB(GameBuilder):
        def end_headers(self, board: Board) -> object:  # type: ignore[override]
            super().end_headers(board)
            return None if self._game.headers.get("black") == "B" else SKIP

    text = "V2.2\nN+A\nPI\n+\n+9999XX\n/\nN+B\nPI\n+\n+7776FU\n"
    assert [len(game.moves()) for game in csa_reader.parse(text, OnlyB(), Report())] == [0, 1]
    assert [headers["black"] for headers in csa_reader.parse(text, Headers(), Report())] == ["A", "B"]


@given(seed=st.integers(0, 2**32))
@settings(max_examples=40, deadline=None)
def test_a_written_game_is_read_back(seed: int) -> None:
    for write, unit in ((csa_reader.write, 1000), (csa_reader.write_3, 1)):
        game = tree(seed, variations=False, unit_ms=unit, analyses=True)
        back = read(write(game), "csa", strict=True)
        assert parts(back) == parts(game)


@given(data=st.binary(max_size=300))
@settings(max_examples=200, deadline=None)
def test_any_bytes_give_games_or_an_error_of_the_package(data: bytes) -> None:
    for text in (data, b"V2.2\nPI\n+\n+7776FU\n" + data, b"P1" + data + b"\n+\n"):
        with contextlib.suppress(KomadaiError):
            for game in read_all(text, "csa"):
                csa_reader.write(game)


_WORDS = (
    "V2.2 PI + - / +7776FU -3334FU +8822UM T1 T0.5 %TORYO %CHUDAN %MATTA '*a '** P+00AL P1-KY "
    "N+x $A:b +0055KA -5554FU ,, 'a:b"
)
STATEMENTS = _WORDS.split()


@given(
    lines=st.lists(
        st.sampled_from(STATEMENTS),
        max_size=30,
    )
)
@settings(max_examples=300, deadline=None)
def test_statements_in_any_order(lines: list[str]) -> None:
    with contextlib.suppress(RecordError):
        for game in csa_reader.parse("\n".join(lines), GameBuilder(), Report()):
            with contextlib.suppress(KomadaiError):  # a start against the rules cannot be played from
                assert parts(read(csa_reader.write(game), "csa"))[2]


def test_a_megabyte_is_read_in_linear_time() -> None:
    """A reader in quadratic time would exceed the time limit of tests."""
    moves = "+2726FU\nT1\n-8384FU\n'*x\n+2627FU\n"
    hostile = [
        "V2.2\nPI\n+\n" + moves * 30_000,
        "V2.2\nPI\n+\n" + "-5554FU\n" * 130_000,
        "'\n" * 500_000,
        "/\n" * 500_000,
    ]
    for text in hostile:
        with contextlib.suppress(RecordError):
            list(csa_reader.parse(text, GameBuilder(), Report()))


@needs_games
def test_every_csa_file_of_the_collection_is_written_back() -> None:
    files = sorted(GAMES.rglob("*.csa"))
    assert files
    for file in files:
        report = Report()
        for game in csa_reader.parse(text_of(file.read_bytes(), report), GameBuilder(), report):
            for write in (csa_reader.write, csa_reader.write_3):
                assert parts(read(write(game), "csa")) == parts(game), file.name
