"""Games with all moves on one line, as Bonanza and related programs write them."""

from __future__ import annotations

import pytest

from komadai import Color, KomadaiError, Outcome, Termination, kifu
from tests.kifu.samples import GAMES, needs_games

MOVES = "7776FU3334FU2726FU4132KI"
USI = ["7g7f", "3c3d", "2g2f", "4a3b"]


def moves(game: kifu.Game) -> list[str]:
    return [move.usi() for move in game.moves()]


@pytest.mark.parametrize(
    "line",
    [
        MOVES,
        "+7776FU-3334FU+2726FU-4132KI",
        "7776FU3334FU,2726FU4132KI",
        "7776FU3334FU 2726FU4132KI",
        f"1,{MOVES}",
        f'"{MOVES}"',
        f"{MOVES}\r\n",
        f"  {MOVES}  ",
    ],
)
def test_moves_without_separators(line: str) -> None:
    game = kifu.read(line)
    assert moves(game) == USI
    assert game.warnings == []


def test_fields_on_the_line_above_the_moves() -> None:
    text = (
        f"1 2003/09/08 羽生善治 谷川浩司 2 4 王位戦 その他の戦型\n{MOVES}\n"
        "2 2003/09/09 A B 1 2\n7776FU3334FU\n"
    )
    assert kifu.detect(text) == "bonanza"
    first, second = kifu.read_all(text)
    assert first.headers == {
        "number": "1",
        "started": "2003/09/08",
        "black": "羽生善治",
        "white": "谷川浩司",
        "event": "王位戦",
        "opening": "その他の戦型",
    }
    assert first.outcome == Outcome(Color.WHITE, Termination.RESIGNATION)
    assert moves(first) == USI
    assert second.outcome == Outcome(Color.BLACK, Termination.RESIGNATION)
    assert first.warnings == second.warnings == []


def test_fields_in_quotation_marks_before_the_moves() -> None:
    game = kifu.read(f'1,"羽生, 善治","谷川",0,"王位戦",{MOVES}')
    assert game.headers == {"number": "1", "black": "羽生, 善治", "white": "谷川", "event": "王位戦"}
    assert game.outcome == Outcome(None, Termination.IMPASSE_AGREED)
    assert moves(game) == USI


@pytest.mark.parametrize(
    ("end", "termination"),
    [("%TORYO", Termination.RESIGNATION), (",%SENNICHITE", Termination.SENNICHITE)],
)
def test_a_statement_may_end_the_line(end: str, termination: Termination) -> None:
    game = kifu.read(MOVES + end)
    assert game.outcome is not None
    assert game.outcome.termination is termination
    assert moves(game) == USI


def test_drops_promotions_and_mate() -> None:
    game = kifu.read("7776FU3334FU8822UM3122GI0055KA")
    assert moves(game) == ["7g7f", "3c3d", "8h2b+", "3a2b", "B*5e"]
    mate = kifu.read("1 A B 1\n7776FU9394FU8833UM9495FU0042KI")
    assert [str(warning) for warning in mate.warnings]


@pytest.mark.parametrize(
    ("line", "kept", "message"),
    [
        ("7776FU3334FU2726XX4132KI", 2, "no such move"),
        ("7776FU3334FU.2726FU", 2, "expected a move such as 7776FU"),
        ("7776FU3334FU5555FU", 2, "no such move"),
        ("7776FU3334FU7675FU1", 3, "expected a move such as 7776FU"),
        ("1 A B 1 9\n7776FU3334FU", 2, "the game has 2 moves"),
        ("7776FU3334FU7677FU", 3, "illegal"),
    ],
)
def test_unreadable_parts_are_reported(line: str, kept: int, message: str) -> None:
    game = kifu.read(line)
    assert len(game.moves()) == kept
    assert message in str(game.warnings[0])
    with pytest.raises(KomadaiError):
        kifu.read(line, strict=True)


def test_a_text_without_moves_is_no_game() -> None:
    with pytest.raises(KomadaiError, match="7776FU3334FU"):
        kifu.read("1 2003/09/08 A B 1 4\n", "bonanza")


@needs_games
def test_the_games_of_the_championship_read_from_one_line_each() -> None:
    for path in sorted((GAMES / "wcsc28").rglob("*.csa"))[:20]:
        game = kifu.read(path)
        line = "".join(
            word[1:7]
            for word in kifu.write(game, "csa").splitlines()
            if word[:1] in "+-" and word[1:5].isdigit()
        )
        assert kifu.read(line).moves() == game.moves()
