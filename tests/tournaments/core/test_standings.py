"""Points and tie-breaks, with numbers computed by hand."""

from __future__ import annotations

from typing import Any

import pytest

from komadai import tournaments
from komadai.tournaments import Swiss, standings
from tests.tournaments.players import event


def table_of(made: Swiss) -> dict[int, tuple[float, ...]]:
    return {line.player: (line.points, *line.tie_breaks) for line in standings(made)}


def played(results: list[list[tuple[int, int, str]]], players: int, **settings: Any) -> Swiss:
    """A Swiss event with these games: Black, White, result."""
    made: Swiss = event(players, rounds=len(results), **settings)
    for number, games in enumerate(results, 1):
        for black, white, _ in games:
            made.apply(made.force(black, white, at=0))
        made.apply(made.pair(at=0))
        for board, (_, _, result) in enumerate(games, 1):
            made.apply(made.enter_result(number, board, result, at=0))  # type: ignore[arg-type]
    return made


ROUNDS = [
    [(1, 2, "black"), (3, 4, "draw")],
    [(1, 3, "black"), (4, 2, "white")],
    [(4, 1, "draw"), (2, 3, "black")],
]
"""Four players: 1 has 2½, 2 has 2, 3 has ½, 4 has 1."""


def test_sos_is_the_sum_of_the_opponents_points() -> None:
    made = played(ROUNDS, 4, tie_breaks=("sos",))
    assert table_of(made) == {1: (2.5, 3.5), 2: (2, 4), 3: (0.5, 5.5), 4: (1, 5)}


def test_sosos_is_the_sum_of_the_opponents_sos() -> None:
    made = played(ROUNDS, 4, tie_breaks=("sosos",))
    assert table_of(made) == {1: (2.5, 14.5), 2: (2, 14), 3: (0.5, 12.5), 4: (1, 13)}


def test_sodos_counts_beaten_opponents_whole_and_drawn_ones_half() -> None:
    made = played(ROUNDS, 4, tie_breaks=("sodos",))
    # 1 beat 2 (2) and 3 (½) and drew with 4 (1).
    assert table_of(made) == {1: (2.5, 3), 2: (2, 1.5), 3: (0.5, 0.5), 4: (1, 1.5)}


def test_direct_encounter_decides_between_two_who_are_equal() -> None:
    made = played(
        [[(1, 2, "white"), (3, 4, "black")], [(1, 3, "black"), (2, 4, "white")]], 4, tie_breaks=("direct",)
    )
    # 1, 2, 3 and 4 have one point each, but not all have met: nothing is decided.
    assert table_of(made) == dict.fromkeys((1, 2, 3, 4), (1, 0))
    made = played(
        [[(2, 1, "black"), (3, 4, "black")], [(1, 4, "black"), (2, 3, "white")]], 4, tie_breaks=("direct",)
    )
    # 3 has two points; 1 and 2 have one each, and 2 has beaten 1.
    assert [line.player for line in standings(made)] == [3, 2, 1, 4]
    assert table_of(made)[2] == (1, 1)


def test_a_round_without_a_game_counts_as_one_against_ones_own_points() -> None:
    made = event(3, rounds=1, tie_breaks=("sos", "sodos"))
    made.apply(made.pair(at=0))
    made.apply(made.enter_result(1, 1, "black-walkover", at=0))
    winner = made.rounds[0].boards[0].players[0]
    bye = next(game.players[0] for game in made.rounds[0].games if not game.board)
    assert table_of(made)[bye] == (1, 1, 1)
    assert table_of(made)[winner] == (1, 1, 1)


def test_a_walkover_is_a_point_but_no_win_on_the_board() -> None:
    made = event(2, rounds=1, tie_breaks=("wins",))
    made.apply(made.pair(at=0))
    made.apply(made.enter_result(1, 1, "white-walkover", at=0))
    assert sorted(table_of(made).values()) == [(0, 0), (1, 0)]


def test_players_who_are_equal_in_everything_have_the_same_place() -> None:
    made = played([[(1, 2, "draw"), (3, 4, "draw")]], 4)
    assert [line.place for line in standings(made)] == [1, 1, 1, 1]


def test_the_table_after_an_earlier_round_can_be_asked_for() -> None:
    made = played(ROUNDS, 4)
    assert {line.player: line.points for line in standings(made, 1)} == {1: 1, 2: 0, 3: 0.5, 4: 0.5}


def test_the_crosstable_names_lines_results_and_colours() -> None:
    made = played(ROUNDS, 4)
    lines = {made.players[line.standing.player].name: line for line in tournaments.crosstable(made)}
    texts = [cell.text() for cell in lines["P1"].cells if cell is not None]
    assert texts == ["2+b", "4+b", "3=w"]
    assert [cell.text("ja") for cell in lines["P4"].cells if cell is not None] == ["△4後", "●2先", "△1先"]


def test_rows_have_the_line_number_that_cells_name_beside_the_place() -> None:
    made = event(6)
    made.apply(made.pair(at=0))
    for game in made.rounds[0].boards:
        made.apply(made.enter_result(1, game.board, "draw", at=0))
    rows = tournaments.table.rows(made)
    assert [row[:2] for row in rows] == [[str(line), "1"] for line in range(1, 7)]
    assert {row[6][0] for row in rows} == set("123456")


def test_names_in_a_csv_file_are_no_formulas() -> None:
    made = event(2)
    made.apply(made.enter("=1+1", at=0))
    assert "'=1+1" in tournaments.as_csv(made)
    assert tournaments.as_csv(made).splitlines()[0].startswith("Line,Place,Name,Club,Rank,Rating,Points,SOS")


@pytest.mark.parametrize(
    ("value", "text"), [(0, "0"), (0.5, "½"), (2.5, "2½"), (3, "3"), (19.25, "19¼"), (0.75, "¾")]
)
def test_points_are_written_with_fractions(value: float, text: str) -> None:
    from komadai.tournaments.core.table import number_text

    assert number_text(value) == text
