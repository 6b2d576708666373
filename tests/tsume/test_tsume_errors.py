"""Why a position is no mate problem: every reason has a code and a text in both languages."""

from __future__ import annotations

import pickle
import re
from pathlib import Path

import pytest

from komadai import Board, Move, TsumeError, tsume
from komadai._core import MateSolver, mate_within
from komadai.message_texts import TSUME

SOLVER = Path(__file__).parents[2] / "cpp/mate/solver.cpp"
MATE = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"
POSITIONS = {
    "no-king": ("9/9/9/9/9/9/9/9/9 b G 1", True),
    "two-kings": ("4k4/9/4P4/9/9/9/9/4K4/4K4 b G 1", True),
    "check-already": ("4k4/4G4/4P4/9/9/9/9/9/9 b G 1", True),
    "attacker-in-check": ("4k4/4G4/9/9/9/9/9/4r4/4K4 w - 1", False),
    "no-check": ("4k4/9/4P4/9/9/9/9/9/9 w G 1", False),
    "too-many-pieces": ("4k4/9/9/9/9/9/9/9/RRR6 b - 1", True),
}
SOLUTIONS = {
    "solution-illegal": ["G*5a"],
    "solution-no-check": ["G*9i"],
    "solution-ends-early": [],
    "solution-no-mate": ["G*4b"],
}


def refused(code: str) -> TsumeError:
    """The error with this code, as the solver or the judge raises it."""
    try:
        if code in POSITIONS:
            sfen, attack = POSITIONS[code]
            MateSolver(1).solve(Board(sfen, validate=False), attack=attack)
        elif code in SOLUTIONS:
            tsume.inspect(Board(MATE), solution=[Move.from_usi(usi) for usi in SOLUTIONS[code]], memory_mb=8)
    except TsumeError as error:
        return error
    assert code not in {*POSITIONS, *SOLUTIONS}, "expected an error"
    return TsumeError(code)


@pytest.mark.parametrize("code", TSUME)
def test_every_reason_has_a_text_in_both_languages(code: str) -> None:
    error = refused(code)
    assert error.code == code
    assert str(error) == error.text("en")
    assert error.text("en").isascii()
    assert not error.text("ja").isascii()
    again = pickle.loads(pickle.dumps(error))
    assert (again.code, again.params, str(again)) == (code, error.params, str(error))


def test_the_native_codes_are_those_of_the_table() -> None:
    native = set(re.findall(r'case NotAProblem::\w+: return "([\w-]+)"', SOLVER.read_text("utf-8")))
    assert native == set(POSITIONS)
    assert native <= set(TSUME)


def test_all_native_solvers_give_the_code() -> None:
    board = Board(POSITIONS["no-king"][0], validate=False)
    for solve in (
        lambda: mate_within(board, 3),
        lambda: tsume.helpmate(board, 1),
        lambda: tsume.hisshi(board, memory_mb=8),
        lambda: list(tsume.solve_many([board], memory_mb=8)),
    ):
        with pytest.raises(TsumeError) as raised:
            solve()
        assert raised.value.code == "no-king"


def test_the_report_of_an_impossible_position_has_the_reason_in_both_languages() -> None:
    report = tsume.inspect(Board(POSITIONS["check-already"][0], validate=False), memory_mb=8)
    assert report.result == "illegal"
    assert "check" in report.text("en")
    assert "王手がかかって" in report.text("ja")


def test_former_names_of_the_limits_are_accepted() -> None:
    from komadai.tsume.brinkmate import MAX_PLIES, MOST_PLIES
    from komadai.tsume.helpmate import MAX_SOLUTIONS, MOST_SOLUTIONS

    assert (MOST_PLIES, MOST_SOLUTIONS) == (MAX_PLIES, MAX_SOLUTIONS)
