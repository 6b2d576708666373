"""Restoring interpositions: the two lengths of a problem, with and without them as defences."""

from __future__ import annotations

from pathlib import Path

import pytest

from komadai import Board, RangeError, tsume
from komadai.tsume import Solver
from tests.tsume import problems
from tests.tsume.reference_restoring import RestoringReference
from tests.tsume.themes import THEMES, themed

CASE = Path("/work/shared/data/cases/35_bishop_saw.tsv")
BISHOP_SAW = "7k1/5+Bp2/7Ss/9/9/9/1n7/9/9 b 2rb4g2s3n4l17p 1"
SMALL = [
    # The defender has one pawn to drop on 3b, while the horse steps to the piece on the fourth rank and back.
    ("7k1/5+Bp2/7Gs/5l3/9/9/9/9/9 b p 1", 15, 13),
    ("7k1/5+Bp2/7Ss/5l3/9/9/9/9/9 b Pp 1", 15, 13),
]
LONGER = [
    ("7k1/5+Bp2/7Ss/5n3/9/9/9/9/9 b p 1", 19, 17),
    ("7k1/5+Bp2/7Ss/5n3/9/9/9/9/9 b 2p 1", 25, 17),
    ("7k1/5+Bp2/7Ss/4n4/9/9/9/9/9 b 2p 1", 33, 21),
    ("7k1/5+Bp2/7Ss/9/9/3n5/9/9/9 b 2p 1", 53, 33),
]


def futile(sfen: str, nodes: int | None = None) -> tsume.Solution:
    return Solver(32).solve(Board(sfen), exact=True, restoring_is_futile=True, nodes=nodes)


def test_the_bishop_saw_takes_351_plies_or_45() -> None:
    board = Board(BISHOP_SAW)
    counted = tsume.solve(board, exact=True, memory_mb=64)
    assert (counted.plies, counted.exact, counted.restoring, counted.other_plies) == (
        351,
        True,
        "differs",
        45,
    )
    short = tsume.solve(board, exact=True, memory_mb=64, restoring_is_futile=True)
    assert (short.plies, short.exact, short.restoring, short.other_plies) == (45, True, "differs", 351)
    for move in short.moves:
        assert board.turn is not Board(BISHOP_SAW).turn or board.gives_check(move)
        board.push(move)
    assert len(short.moves) == 45
    assert not board.legal_moves


@pytest.mark.parametrize(("sfen", "counted", "shorter"), SMALL)
def test_small_problems_have_the_length_of_the_slow_reference(sfen: str, counted: int, shorter: int) -> None:
    answer = futile(sfen)
    assert (answer.plies, answer.other_plies, answer.exact) == (shorter, counted, True)
    reference = RestoringReference(sfen, counted)
    assert reference.ordinary.attack(reference.board, counted) == counted
    assert reference.mates(reference.board, shorter)
    assert not reference.mates(reference.board, shorter - 2)


@pytest.mark.slow
@pytest.mark.parametrize(("sfen", "counted", "shorter"), LONGER[:1])
def test_longer_problems_have_the_length_of_the_slow_reference(sfen: str, counted: int, shorter: int) -> None:
    reference = RestoringReference(sfen, counted)
    assert reference.mates(reference.board, shorter)
    assert not reference.mates(reference.board, shorter - 2)


@pytest.mark.parametrize(("sfen", "counted", "shorter"), LONGER)
def test_both_lengths_are_reported_under_each_rule(sfen: str, counted: int, shorter: int) -> None:
    answer = futile(sfen)
    assert (answer.plies, answer.other_plies, answer.exact) == (shorter, counted, True)
    assert len(answer.moves) == shorter
    ordinary = Solver(32).solve(Board(sfen), exact=True)
    assert ordinary.plies == counted
    assert ordinary.other_plies in (shorter, None)
    assert (ordinary.other_plies is None) == (ordinary.restoring == "same")


@pytest.mark.parametrize("first", range(0, 12, 4))
def test_random_problems_have_the_length_of_the_slow_reference(first: int) -> None:
    """Problems of up to five plies have the same length by both rules, and no problem gets longer."""
    for seed in range(first, first + 4):
        sfen = problems.problem(seed)
        ordinary = Solver(8).solve(Board(sfen), exact=True, nodes=20_000)
        answer = futile(sfen, nodes=20_000)
        if not (ordinary.exact and answer.exact and ordinary.result == "mate"):
            continue
        assert answer.plies is not None
        assert ordinary.plies is not None
        assert answer.plies <= ordinary.plies, sfen
        if ordinary.plies <= 5:
            assert answer.plies == ordinary.plies
            assert RestoringReference(sfen, ordinary.plies).length(ordinary.plies) == ordinary.plies, sfen


@pytest.mark.parametrize("theme", THEMES)
def test_by_default_the_length_and_the_line_are_the_ordinary_ones(theme: str) -> None:
    """Where no restoring interposition shortens anything, both rules give the same line."""
    for seed in range(3):
        sfen = themed(theme, seed)
        answer = Solver(8).solve(Board(sfen), exact=True, nodes=20_000)
        if answer.restoring != "same":
            continue
        again = futile(sfen, nodes=20_000)
        if answer.exact and again.exact and again.restoring == "same":
            assert (again.plies, again.moves) == (answer.plies, answer.moves)


def test_a_length_not_found_within_a_limit_is_undetermined() -> None:
    answer = Solver(8).solve(Board(BISHOP_SAW), restoring_is_futile=True, nodes=400_000)
    assert answer.result == "mate"
    assert answer.restoring == "undetermined"
    assert not answer.exact
    assert answer.plies is not None
    assert answer.plies >= 45


def test_with_any_mate_there_is_no_second_length() -> None:
    with pytest.raises(RangeError, match="restoring"):
        tsume.solve(Board(BISHOP_SAW), any_mate=True, restoring_is_futile=True)


@pytest.mark.skipif(not CASE.exists(), reason="the cases are not on this machine")
def test_the_shared_case_has_both_lengths() -> None:
    for line in CASE.read_text("utf-8").splitlines()[1:]:
        sfen, plies, shorter = line.split("\t")
        answer = tsume.solve(Board(sfen), memory_mb=64)
        assert (answer.plies, answer.other_plies) == (int(plies), int(shorter))


def test_the_judges_text_has_both_lengths_in_both_languages() -> None:
    sfen, counted, shorter = LONGER[1]
    report = tsume.inspect(Board(sfen), memory_mb=32)
    assert (report.plies, report.restoring, report.other_plies) == (counted, "differs", shorter)
    assert f"mate in {shorter} if they are futile" in report.text("en")
    assert f"復元型無駄合（無駄とみれば{shorter}手）" in report.text("ja")
    assert report.to_dict()["other_plies"] == shorter


def test_the_judge_takes_the_shorter_line_where_they_are_futile() -> None:
    sfen, counted, shorter = LONGER[1]
    report = tsume.inspect(Board(sfen), memory_mb=32, restoring_is_futile=True)
    assert (report.plies, report.other_plies) == (shorter, counted)
    assert f"mate in {counted} if they count" in report.text("en")
    assert all(finding.kind != "longer-defence" for finding in report.findings)
    futile_drops = [d.move.usi() for step in report.steps for d in step.defences if d.kind == "futile"]
    assert "P*3b" in futile_drops
