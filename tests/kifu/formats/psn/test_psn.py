"""PSN, read and written."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from komadai import Board, Color, Move, Outcome, Termination
from komadai.errors import KomadaiError, RecordError
from komadai.kifu import Game, GameBuilder, Report, read, read_all
from komadai.kifu.formats.psn import reader as psn_reader
from tests.kifu.samples import parts, tree

BLACK, WHITE = Color.BLACK, Color.WHITE


def usi(game: Game) -> str:
    return " ".join(move.usi() for move in game.moves())


def test_a_whole_game() -> None:
    game = read(
        '[Sente "A \\"x\\""]\n[Gote "B"]\n[Event "E"]\n[Date "1998"]\n[Proam "Pro"]\n[Result "1-0"]\n\n'
        "{first} 1.P7g-7f (0:12) {good} 2.P3c-3d (1:02) (2.P8c-8d P-2f (3...G6i-7h)) 3.B8hx2b+ 4.Sx2b\n"
        "5.B'5e Resigns (0:03) {over}\n",
        "psn",
        strict=True,
    )
    assert game.headers == {"black": 'A "x"', "white": "B", "event": "E", "started": "1998", "Proam": "Pro"}
    assert usi(game) == "7g7f 3c3d 8h2b+ 3a2b B*5e"
    first, second, *_ = game.main_line()
    assert (game.root.comment, first.comment, first.time_ms, second.time_ms) == (
        "first",
        "good",
        12_000,
        62_000,
    )
    variation = first.variations[0]
    assert [str(variation.move)] + [str(each.move) for each in variation.children] == ["8c8d", "2g2f", "6i7h"]
    assert game.end.ending is not None
    assert game.outcome == Outcome(BLACK, Termination.RESIGNATION)
    assert (game.end.ending.time_ms, game.end.ending.comment) == (3_000, "over")


def test_writing() -> None:
    game = Game(Board.handicap("two-piece").sfen(), {"black": "A", "white": 'B "C"'})
    node = game.root.add(Move.from_usi("3c3d"), time_ms=65_000, comment="a {b}")
    game.root.add(Move.from_usi("5c5d"))
    node.outcome = Outcome(WHITE, Termination.RESIGNATION)
    assert psn_reader.write(game) == (
        '[Sente "A"]\n[Gote "B \\"C\\""]\n[Handicap "two-piece"]\n[Result "0-1"]\n\n'
        "1.P3c-3d (1:05) {a {b\\}} ( 1.P5c-5d ) Resigns\n"
    )


@pytest.mark.parametrize(
    "text",
    [
        "P-7f P-3d",
        "1. P-76 2. P-34",
        "1.P7g-7f\n2.P3c-3d\n",
        "1. P7g-7f P3c-3d",
        "歩-76 歩-34",
        "P-7f! P-3d?!",
        "7g7f 3c3d",
    ],
)
def test_lists_of_moves_in_any_notation(text: str) -> None:
    assert usi(read(text, "psn", strict=True)) == "7g7f 3c3d"


@pytest.mark.parametrize(
    ("header", "sfen"),
    [
        ('[Handicap "2 piece"]', Board.handicap("two-piece").sfen()),
        ('[Handicap "Lance"]', Board.handicap("lance").sfen()),
        ('[SFEN "4k4/9/9/9/9/9/9/9/4K4 w 2P 1"]', "4k4/9/9/9/9/9/9/9/4K4 w 2P 1"),
        ('[FEN "4k4/9/9/9/9/9/9/9/4K4 2P g 1"]', "4k4/9/9/9/9/9/9/9/4K4 w 2P 1"),
    ],
)
def test_starts(header: str, sfen: str) -> None:
    assert read(f"{header}\n", "psn", strict=True).sfen == sfen


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("P-7f Resigns", Outcome(BLACK, Termination.RESIGNATION)),
        ("P-7f Black resigns", Outcome(WHITE, Termination.RESIGNATION)),
        ("P-7f mate", Outcome(BLACK, Termination.CHECKMATE)),
        ("P-7f Sennichite", Outcome(None, Termination.SENNICHITE)),
        ("P-7f KACHI", Outcome(WHITE, Termination.IMPASSE_DECLARATION)),
        ("P-7f 1-0", Outcome(BLACK, Termination.RESIGNATION)),
        ('[Result "0-1"]\nP-7f', Outcome(WHITE, Termination.RESIGNATION)),
        ("P-7f *", None),
    ],
)
def test_endings(text: str, outcome: Outcome | None) -> None:
    assert read(text, "psn", strict=True).outcome == outcome


def test_several_games_in_a_file() -> None:
    text = '[Sente "A"]\n\nP-7f\n\n[Sente "B"]\nP-2f 1-0\n'
    assert [(game.headers["black"], usi(game)) for game in read_all(text, "psn")] == [
        ("A", "7g7f"),
        ("B", "2g2f"),
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("P-7f xyz P-2f", "line 1, column 6: expected a move such as"),
        ("P-7f\nG-5a", "line 2, column 1: expected a legal move"),
        ("P-7f G-5b", "line 1, column 6: could be"),
        ("(P-7f) P-7f", "line 1, column 1: no move before that this could replace; left out"),
        ("P-7f )", "line 1, column 6: no variation is open"),
        ("P-7f (P-2f", "a variation is not closed"),
        ("P-7f Resigns P-3d", "the line has ended; left out"),
        ("P-7f P-3d P7f-7d", "illegal move"),
        ('[Handicap "foo"]\nP-7f', "the usual start is taken"),
    ],
)
def test_a_deviation_is_reported_and_the_rest_is_read(text: str, message: str) -> None:
    game = read(text, "psn")
    assert usi(game).startswith("7g7f")
    assert message in " ".join(map(str, game.warnings))


def test_consecutive_words_that_are_left_out_make_one_warning() -> None:
    game = read("hello there\nP-7f xyz a b c\nd e ) ) ) P-3d", "psn")
    assert [(each.line, each.text) for each in game.warnings] == [
        (1, "hello there"),
        (2, "xyz"),
        (2, "a b c"),
        (3, "d e"),
        (3, ") ) )"),
        (3, "P-3d"),
    ]


def test_a_variation_without_a_move_is_ignored() -> None:
    game = read("P-7f () ( ) ((P-2f)) (P-2f ()) {end}", "psn")
    assert [len(node.children) for node in [game.root, *game.main_line()]] == [2, 0]
    assert game.end.comment == "end"
    assert [each.column for each in game.warnings] == [14, 15]


def test_a_time_may_be_in_the_next_line() -> None:
    game = read("1.P-7f\n(0:12/00:00:12) 2.P-3d {x} (0:03)", "psn")
    assert [node.time_ms for node in game.main_line()] == [12_000, None]
    assert "expected a move before its time" in game.warnings[0].message


def test_consecutive_comments_are_lines() -> None:
    text = "{a}{b} P-7f {c} {d} ( {e} P-2f {f} ) {g} Resigns {h} {i}"
    game = read(text, "psn", strict=True)
    assert game.root.comment == "a\nb"
    # A comment before the first move of a variation belongs to that move.
    assert (game.end.comment, game.root.children[1].comment) == ("c\nd\ng", "e\nf")
    assert game.end.ending is not None
    assert game.end.ending.comment == "h\ni"


def test_an_unclear_promotion_is_read_as_none_with_a_warning() -> None:
    game = read('[SFEN "4k4/9/9/S8/9/9/9/9/4K4 b - 1"]\nS-8c', "psn")
    assert usi(game) == "9d8c"
    assert "expected + or =" in game.warnings[0].message


def test_other_texts_than_psn_are_refused() -> None:
    for text in ("", "hello world", "{comment"):
        with pytest.raises(RecordError):
            list(psn_reader.parse(text, GameBuilder(), Report()))


@given(seed=st.integers(0, 2**32))
@settings(max_examples=60, deadline=None)
def test_a_written_game_is_read_back(seed: int) -> None:
    game = tree(seed, analyses=True)
    assert parts(read(psn_reader.write(game), "psn", strict=True)) == parts(game)


_TEXT = "P-7f P-3d ( ) { } {a} 1. Resigns 1-0 (0:12) * Black"
WORDS = _TEXT.split()


@given(
    data=st.binary(max_size=100),
    words=st.lists(st.sampled_from(WORDS), max_size=25),
)
@settings(max_examples=300, deadline=None)
def test_any_text_gives_a_game_or_an_error_of_the_package(data: bytes, words: list[str]) -> None:
    for text in (data, b'[Sente "A"]\nP-7f ' + data, " ".join(words)):
        with contextlib.suppress(KomadaiError):
            for game in read_all(text, "psn"):
                psn_reader.write(game)


def test_a_comment_before_the_first_move_of_a_variation_belongs_to_that_move() -> None:
    game = read("1. P7g-7f P3c-3d ( {Or so:} 2... P8c-8d {a static rook} ) 2. P2g-2f\n", "psn")
    first = game.root.children[0]
    assert [child.comment for child in first.children] == ["", "Or so:\na static rook"]
    assert first.comment == ""
    assert not game.warnings
    assert read("1. P7g-7f P3c-3d ( {nothing} ) 2. P2g-2f\n", "psn").root.children[0].comment == "nothing"


OLD = """[Sente "Sato"]
[Gote "Mori"]
[Date "1975/04/01"]
[Result "Sennichite"]
[Moves "11"]
1.P7f P3d 2.Bx2b+ xS 3.B*4e G65b 4.Bx6c+ xG
5.S4h G45b 6.G65h
"""


def test_abbreviated_records_of_magazines() -> None:
    """Only the file of the origin, and no target if the piece just moved is taken."""
    game = read(OLD)
    assert " ".join(map(str, game.moves())) == ("7g7f 3c3d 8h2b+ 3a2b B*4e 6a5b 4e6c+ 5b6c 3i4h 4a5b 6i5h")
    assert not game.warnings
    assert str(game.outcome) == str(Outcome(None, Termination.SENNICHITE))


def test_a_move_without_a_sign_is_no_drop() -> None:
    """Drops always have their sign in records: the gold on 3i moves to 3h, that in hand is not dropped."""
    game = read('[SFEN "4k4/9/9/9/9/9/9/9/4K1G2 b G 1"]\n1.G3h K6b 2.G*2h\n')
    assert [str(move) for move in game.moves()] == ["3i3h", "5a6b", "G*2h"]
    assert not game.warnings


def test_numbers_without_points_and_times_as_in_kif() -> None:
    game = read('[White "B"]\n   1 P2g-2f ( 5:27/00:05:27)\n   2 P3c-3d ( 0:01/00:00:01)\n   3 {resign}\n')
    assert [(str(node.move), node.time_ms) for node in game.main_line()] == [("2g2f", 327000), ("3c3d", 1000)]
    assert str(game.outcome) == "White wins: Black’s resignation"
    assert not game.warnings


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("1.P7f \t2.P3d\n{1-0}\n", "Black wins: White’s resignation"),
        ("1.P7f P3d {Resigns}\n", "White wins: Black’s resignation"),
        ("1.P7f P3d {a good game} 0-1\n", "White wins: Black’s resignation"),
    ],
)
def test_a_comment_may_give_the_result(text: str, outcome: str) -> None:
    game = read(text)
    assert str(game.outcome) == outcome
    assert not game.warnings


def test_an_unknown_result_stays_a_header() -> None:
    assert read('[Result "unfinished"]\n1.P7f\n').headers["Result"] == "unfinished"


def test_a_line_may_continue_after_dots_with_spaces() -> None:
    game = read("1.P7f\n1. . .  P3d 2. P2f\n")
    assert [str(move) for move in game.moves()] == ["7g7f", "3c3d", "2g2f"]
    assert not game.warnings


@pytest.mark.parametrize(("hand", "side"), [("G", "b"), ("S", "b"), ("b", "b"), ("b", "w"), ("-", "w")])
def test_a_single_piece_in_hand_is_no_side_to_move(hand: str, side: str) -> None:
    game = read(f'[SFEN "4k4/9/9/9/9/9/9/9/4K4 {side} {hand} 1"]\n1.K-5{"b" if side == "w" else "h"}\n')
    assert game.sfen == f"4k4/9/9/9/9/9/9/9/4K4 {side} {hand} 1"
    assert len(game.moves()) == 1


def test_fen_may_have_the_hands_before_the_side() -> None:
    game = read('[FEN "4k4/9/9/9/9/9/9/9/4K4 Gb s"]\n1.K-5h\n')
    assert game.sfen == "4k4/9/9/9/9/9/9/9/4K4 b Gb 1"


def test_shogidokoro_puts_spaces_into_times() -> None:
    game = read(
        '[Sente "A"]\n[Gote "B"]\n[SFEN "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"]\n'
        "1.P7g-7f          (00:03 / 00:00:03)\n2.P3c-3d          (01:02 / 00:01:02)\n"
        "3.Resigns         (00:08 / 00:00:11)\n",
        strict=True,
    )
    assert [node.time_ms for node in game.main_line()] == [3000, 62000]
    assert game.end.ending is not None
    assert game.end.ending.time_ms == 8000


def test_unknown_times_lose_no_move() -> None:
    """Old programs write minutes, or both clocks, after the moves without brackets."""
    for times in ("1/1          0/0", "00:00:00  00:01:00"):
        game = read(f"1.P7g-7f           {times}\n2.P8c-8d           {times}\n")
        assert [str(move) for move in game.moves()] == ["7g7f", "8c8d"]
        assert [warning.message for warning in game.warnings] == ["a time without brackets; left out"] * 2


def test_marks_of_pgn_are_comments_and_drops_may_have_its_sign() -> None:
    game = read("1. P-7f $1 P-3d $6 2. Bx2b+ $18 Sx2b (2... R-3b $2) 3. B@4e\n", strict=True)
    assert [str(move) for move in game.moves()] == ["7g7f", "3c3d", "8h2b+", "3a2b", "B*4e"]
    assert [node.comment for node in game.main_line()] == ["!", "?!", "$18", "", ""]
    assert [node.comment for node in game.root.children[0].children[0].children[0].children] == ["", "?"]
    assert read("$2\n1. P-7f\n").moves() == read("1. P-7f\n").moves()
