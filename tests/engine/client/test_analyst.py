"""Engines that analyse positions for a book."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from komadai import Board, EngineUsageError, Move
from komadai.book import MATE
from komadai.engine.client.analyst import Analyst, Analysts


@pytest.fixture(scope="module")
def analyst() -> object:
    with Analyst(nodes=2000) as made:
        yield made


def test_the_best_moves_come_first_and_are_legal(analyst: Analyst) -> None:
    board = Board()
    lines = analyst(board, None, 4)
    assert len(lines) == 4
    assert len({each.move for each in lines}) == 4
    assert [each.score for each in lines] == sorted((each.score for each in lines), reverse=True)
    for each in lines:
        assert each.depth is not None
        board.push(each.move)
        assert each.reply is None or board.is_legal(each.reply)
        board.pop()


def test_only_the_given_moves_are_analysed(analyst: Analyst) -> None:
    wanted = [Move.from_usi(usi) for usi in ("9i9h", "1i1h", "7g7f")]
    assert {each.move for each in analyst(Board(), wanted, 1)} == set(wanted)


def test_a_mate_has_a_score(analyst: Analyst) -> None:
    lines = analyst(Board("4k4/9/4P4/9/9/9/9/9/4K4 b G 1"), None, 1)
    assert lines[0].move.usi() == "G*5b"
    assert lines[0].score == MATE - 1


def test_a_mated_side_has_no_lines(analyst: Analyst) -> None:
    assert analyst(Board("4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1"), None, 3) == []


def test_several_engines_answer_in_parallel() -> None:
    boards = [Board() for _ in range(6)]
    with Analysts(lambda: Analyst(nodes=500), 2) as analysts, ThreadPoolExecutor(2) as pool:
        assert analysts.name.startswith("Komadai")
        answers = list(pool.map(lambda board: analysts(board, None, 2), boards))
    assert [len(each) for each in answers] == [2] * 6


def test_an_option_that_the_engine_does_not_have_is_refused() -> None:
    with pytest.raises(EngineUsageError):
        Analyst(nodes=1, options={"NoSuchOption": 1})
