"""Games of variants in Western notation."""

from __future__ import annotations

import pytest

from komadai import BLACK, WHITE, Outcome, RecordError, Termination, kifu
from komadai.kifu import Ending, Game, VariantGame
from komadai.variants import Variant

TEXT = """\
Ichiro vs Jiro, 2026
Variant: minishogi

1. S-2d S-4b
2. P-5c Sx5c
3. R-1d

Black wins: White’s resignation
"""


ROOK_OF_CHU = "Start: 6k5/12/12/12/12/12/12/5R6/12/12/12/6K5 b - 1\n"


def read(text: str, format: str | None = None, *, variant: str | None = None) -> VariantGame:
    game = kifu.read(text, format, variants=True, variant=variant)
    assert isinstance(game, VariantGame)
    return game


def usi(game: VariantGame) -> str:
    return " ".join(move.usi() for move in game.moves())


def test_a_game_is_read_and_written_unchanged() -> None:
    game = read(TEXT)
    assert game.headers == {"black": "Ichiro", "white": "Jiro", "started": "2026"}
    assert game.variant.name == "minishogi"
    assert game.outcome == Outcome(BLACK, Termination.RESIGNATION)
    assert not game.warnings
    assert kifu.write(game, "western-text") == TEXT


def test_options_and_a_start_of_its_own_stand_below_the_title() -> None:
    start = "6k5/12/12/12/6p5/5n6/6N5/12/12/12/12/6K5 w - 1"
    game = VariantGame(Variant.named("chu", rules="jcsa"), start)
    game.extend([game.board().legal_moves[0]])
    text = kifu.write(game, "western-text")
    assert text.splitlines() == [
        "? vs ?",
        "Variant: chu rules=jcsa",
        f"Start: {start}",
        "",
        "1. ... K-5a",
    ]
    found = read(text)
    assert (found.variant, found.sfen, found.moves()) == (game.variant, game.sfen, game.moves())


@pytest.mark.parametrize(
    ("start", "moves", "expected"),
    [
        ("", "1. P-68 P-b5\n2. P-78 P-c5", "6i6h 11d11e 7i7h 12d12e"),
        # 7a is the tenth rank in a record that has 72 as well, the first in one that has 6k.
        (ROOK_OF_CHU, "1. R-7a K-72", "7h7j 6a7b"),
        (ROOK_OF_CHU, "1. R-7a K-5b\n2. K-6k", "7h7a 6a5b 6l6k"),
        (ROOK_OF_CHU, "1. R-7a", "7h7a"),
    ],
)
def test_a_game_of_chu_may_have_the_squares_of_lishogi(start: str, moves: str, expected: str) -> None:
    game = read(f"? vs ?\nVariant: chu\n{start}\n{moves}\n")
    assert usi(game) == expected
    assert not game.warnings


def test_a_game_without_moves_is_one() -> None:
    game = VariantGame("tori")
    found = read(kifu.write(game, "western-text"))
    assert (found.variant.name, found.moves()) == ("tori", [])


@pytest.mark.parametrize("termination", list(Termination))
@pytest.mark.parametrize("winner", [BLACK, WHITE, None])
def test_every_ending_is_read_as_it_was_written(termination: Termination, winner: object) -> None:
    game = read("Variant: dobutsu\n\n1. Cx2b\n")
    game.end.ending = Ending(Outcome(winner, termination))  # type: ignore[arg-type]
    assert read(kifu.write(game, "western-text")).outcome == game.outcome


def test_what_the_text_cannot_hold_is_a_loss() -> None:
    game = read(TEXT)
    first = game.root.children[0]
    first.comment, first.time_ms = "a comment", 5000
    game.root.add(game.board().legal_moves[0])
    text = kifu.write(game, "western-text")
    assert {loss.code for loss in kifu.losses(game, text, "western-text")} == {
        "loss-comments",
        "loss-times",
        "loss-variation-moves",
    }


def test_several_games_comments_and_prose() -> None:
    games = list(
        kifu.read_all(
            "Games of the club\n\n"
            "Variant: dobutsu\n\n1. Cx2b {a capture} Lx2b\n{the second comment}\nThe end of the first game\n"
            "A vs B\nVariant: tori\n\n1.Sw-4d 1... Sw-6d\n",
            variants=True,
        )
    )
    first, second = games
    assert isinstance(first, VariantGame)
    assert isinstance(second, VariantGame)
    assert [node.comment for node in first.main_line()] == ["a capture", "the second comment"]
    assert [warning.code for warning in first.warnings] == ["move-or-comment-expected"]
    assert second.headers == {"black": "A", "white": "B"}
    assert len(second.moves()) == 2


def test_the_variant_may_be_given_by_the_caller() -> None:
    assert usi(read("1. Cx2b Lx2b", variant="dobutsu")) == "2c2b 2a2b"
    assert usi(read("A vs B\n\n1. Cx2b Lx2b", "western-text", variant="dobutsu")) == "2c2b 2a2b"


@pytest.mark.parametrize(
    ("moves", "code", "column", "left"),
    [
        ("1. Cx2b Lx2c", "move-no-legal", 9, "2c2b"),
        ("1. Cx2b hello L-3a", "move-unreadable", 9, "2c2b"),
        ("1. C2cx2a", "move-illegal", 4, "2c2a"),  # kept, as in records of shogi
    ],
)
def test_moves_that_cannot_be_read_or_are_illegal_are_reported(
    moves: str, code: str, column: int, left: str
) -> None:
    game = read(f"Variant: dobutsu\n\n{moves}\n")
    (warning,) = game.warnings
    assert (warning.line, warning.column) == (3, column)
    assert warning.code == code
    assert usi(game) == left


def test_a_start_that_cannot_be_read_is_reported() -> None:
    game = read("Variant: dobutsu\nStart: 9/9 b - 1\n\n1. Cx2b\n")
    (warning,) = game.warnings
    assert (warning.line, warning.code, warning.action) == (2, "start-unreadable", "usual-start")
    assert usi(game) == "2c2b"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("Variant: klingon", "record-of-unknown-variant"),
        ("Variant: chu rules=klingon", "variant-options"),
        ("Variant: chu opening=wild", "variant-options"),
    ],
)
def test_a_variant_or_option_that_we_do_not_have_is_refused_by_its_name(line: str, code: str) -> None:
    with pytest.raises(RecordError) as caught:
        kifu.read(f"A vs B\n{line}\n\n1. P-6h\n", variants=True)
    assert caught.value.message.code == code
    assert (caught.value.line, caught.value.column) == (2, 10)


def test_without_variants_the_record_is_refused() -> None:
    with pytest.raises(RecordError) as caught:
        kifu.read(TEXT)
    assert caught.value.message.code == "record-of-variant"
    shogi = kifu.read("A vs B\nVariant: shogi\n\n1. P-7f P-3d\n", variants=True)
    assert isinstance(shogi, Game)
    assert len(shogi.moves()) == 2


def test_text_that_names_no_variant_is_refused() -> None:
    with pytest.raises(RecordError) as caught:
        kifu.read("A vs B\n\n1. P-6h\n\nVariant: chu\n\n1. P-6h", "western-text", variants=True)
    assert caught.value.message.code == "record-names-no-variant"


@pytest.mark.parametrize(
    ("name", "code"), [("minishogi", "record-of-variant"), ("crazyhouse", "record-of-unknown-variant")]
)
def test_the_header_of_a_pgn_that_names_a_variant_is_refused(name: str, code: str) -> None:
    with pytest.raises(RecordError) as caught:
        kifu.read(f'[Event "x"]\n[Variant "{name}"]\n\n1. P-5c P-1c\n', variants=True)
    assert caught.value.message.code == code
    assert caught.value.line == 2
    assert kifu.read('[Variant "shogi"]\n\n1. P-7f\n').moves()


def test_a_header_of_shogi_named_variant_is_written_under_another_name() -> None:
    game = Game(headers={"Variant": "King's Indian"})
    assert kifu.read(kifu.write(game, "psn"), "psn").headers == {"Variant_": "King's Indian"}
