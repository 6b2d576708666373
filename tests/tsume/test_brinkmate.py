"""Brinkmates, compared with a slow reference that tries every defence."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

import komadai
from komadai import Board, Move, RangeError, TsumeError
from komadai.tsume import BrinkmateSolver, Solver, hisshi
from tests.tsume.sieges import siege


class TooHardError(Exception):
    """The reference has reached its limit."""


class Reference:
    """Tries every move of both sides, as docs/tsume-rules.md defines a brinkmate. Mates are found by the mate
    solver, which is compared with another reference."""

    def __init__(self, questions: int = 100_000) -> None:
        """``questions`` is the limit of positions for the mate solver."""
        self.questions = questions
        self.known: dict[int, bool] = {}
        self.parrying: set[tuple[int, int]] = set()
        self.solver = Solver(4)

    def mates(self, board: Board) -> bool:
        self.questions -= 1
        if self.questions < 0:
            raise TooHardError
        if board.key not in self.known:
            found = self.solver.solve(board, nodes=100_000).result
            if found == "unknown":
                raise TooHardError
            self.known[board.key] = found == "mate"
        return self.known[board.key]

    def first_moves(self, board: Board, plies: int) -> set[str]:
        return {
            move.usi()
            for move in board.legal_moves
            if self.threatens(board, move, plies)
            and self.after(board, move, lambda: self.stands(board, plies - 1))
        }

    def after(self, board: Board, move: Move, question: Callable[[], bool]) -> bool:
        board.push(move)
        try:
            return question()
        finally:
            board.pop()

    def threatens(self, board: Board, move: Move, plies: int) -> bool:
        if board.gives_check(move):
            return plies > 1
        passed = board.copy()
        passed.push(move)
        passed.set_turn(board.turn)
        return self.mates(passed)

    def stands(self, board: Board, plies: int) -> bool:
        return all(self.after(board, move, lambda: self.loses(board, plies)) for move in board.legal_moves)

    def loses(self, board: Board, plies: int) -> bool:
        if self.mates(board):
            return True
        if board.is_check():
            if (board.key, plies) in self.parrying:
                return True  # perpetual check
            self.parrying.add((board.key, plies))
            parried = any(
                self.after(board, move, lambda: self.stands(board, plies)) for move in board.legal_moves
            )
            self.parrying.remove((board.key, plies))
            if parried:
                return True
        return plies >= 2 and bool(self.first_moves(board, plies - 1))


@pytest.mark.parametrize(
    ("sfen", "moves"),
    [
        ("8k/9/9/7G1/9/9/9/9/9 b S 1", ["2d2c"]),
        ("7k1/9/9/9/9/9/9/9/9 b 2G 1", ["G*2c", "G*3c"]),
        ("8k/9/9/9/9/9/9/9/9 b 2S 1", ["S*2c"]),
    ],
    ids=["a gold comes near", "two golds against a lone king", "two silvers in the corner"],
)
def test_a_brinkmate_in_one(sfen: str, moves: list[str]) -> None:
    answer = hisshi(Board(sfen), 1)
    assert (answer.result, answer.plies, answer.complete) == ("brinkmate", 1, True)
    assert sorted(move.usi() for move in answer.moves) == sorted(moves)
    assert answer.line == answer.moves[:1]


def test_every_defence_has_its_mate() -> None:
    board = Board("7nk/9/9/7+S1/9/9/9/9/9 b G3s 1")
    answer = hisshi(board, 1)
    board.push(answer.moves[0])
    assert {each.move for each in answer.defences} == set(board.legal_moves)
    for each in answer.defences:
        at = board.copy()
        for number, move in enumerate((each.move, *each.moves)):
            assert number % 2 == 0 or at.gives_check(move)
            at.push(move)
        assert at.is_checkmate()


def test_a_position_with_a_mate_has_no_brinkmate() -> None:
    answer = hisshi(Board("8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"), 1)
    assert (answer.result, answer.plies, answer.line) == ("mate", 1, (Move.from_usi("G*1b"),))


def test_without_attackers_there_is_none() -> None:
    answer = hisshi(Board("4k4/9/9/9/9/9/9/9/9 b P2r2b4g4s4n4l17p 1"), 1)
    assert (answer.result, answer.complete, answer.reason) == ("no-brinkmate", True, "")


def test_a_check_without_another_effect_does_not_refute_a_brinkmate() -> None:
    board = Board("8k/9/9/7G1/9/9/9/9/1K7 b Sn 1")
    answer = hisshi(board, 1)
    assert (answer.result, answer.moves) == ("brinkmate", (Move.from_usi("2d2c"),))
    parried = {each.move.usi() for each in answer.defences if each.then == "brinkmate"}
    assert parried == {"N*7g", "N*9g"}


def test_a_check_that_also_defends_the_king_refutes_it() -> None:
    """R*8b (部分的な必至)."""
    answer = hisshi(Board("8k/9/9/7G1/9/9/9/9/1K7 b Sr 1"), 1)
    assert answer.result == "no-brinkmate"


def test_an_attacker_that_is_mated_first_has_no_brinkmate() -> None:
    """9g9h+ mates: there is no time for 2d2c."""
    quick = Board("8k/9/9/7G1/9/9/pg7/9/K8 b S 1")
    slow = Board("8k/9/9/7G1/9/p8/1g7/9/K8 b S 1")
    assert Move.from_usi("2d2c") not in hisshi(quick, 1).moves
    assert Move.from_usi("2d2c") in hisshi(slow, 1).moves


def test_a_brinkmate_in_three_is_complete_after_its_third_move() -> None:
    board = Board("8k/9/9/9/9/9/9/9/9 b BS 1")
    assert hisshi(board, 1).result == "no-brinkmate"
    answer = hisshi(board, 3)
    assert (answer.result, answer.plies, len(answer.line)) == ("brinkmate", 3, 3)
    assert {move.usi() for move in answer.moves} == Reference().first_moves(board, 3)
    for move in answer.line[:2]:
        board.push(move)
    assert answer.line[2] in hisshi(board, 1).moves


@pytest.mark.parametrize(
    ("plies", "seeds", "at_least", "brinkmates_at_least"), [(1, 30, 20, 2), (3, 16, 6, 1)]
)
def test_it_agrees_with_the_reference(
    plies: int, seeds: int, at_least: int, brinkmates_at_least: int
) -> None:
    compared = brinkmates = 0
    for seed in range(seeds):
        sfen = siege(seed)
        board, reference = Board(sfen), Reference(questions=3_000)
        answer = hisshi(board, plies, nodes=100_000, memory_mb=4)
        try:
            if reference.mates(board):
                assert answer.result == "mate", sfen
                continue
            shorter = reference.first_moves(board, plies - 2) if plies > 1 else set()
            moves = shorter or reference.first_moves(board, plies)
        except TooHardError:
            continue
        found = {move.usi() for move in answer.moves}
        assert found <= moves, sfen
        if answer.complete:
            assert answer.result == ("brinkmate" if moves else "no-brinkmate"), sfen
            assert found == moves, sfen
            assert answer.plies == (plies - 2 * bool(shorter) if moves else None), sfen
        compared += answer.complete
        brinkmates += bool(moves)
    assert compared >= at_least
    assert brinkmates >= brinkmates_at_least


def test_the_exhausted_limit_is_named() -> None:
    board = Board("7kl/9/9/6GP1/9/9/9/9/9 b SNr2b3g3s3n3l17p 1")
    assert (hisshi(board, 3, nodes=100).result, hisshi(board, 3, nodes=100).reason) == ("unknown", "nodes")
    assert (hisshi(board, 5, seconds=0.05).result, hisshi(board, 5, seconds=0.05).reason) == (
        "unknown",
        "time",
    )


def test_it_reports_its_progress_and_can_be_stopped() -> None:
    solver = BrinkmateSolver(1)
    board = Board("7kl/9/9/6GP1/9/9/9/9/9 b SNr2b3g3s3n3l17p 1")
    reports: list[int] = []

    def progress(state: komadai.tsume.BrinkmateProgress) -> None:
        reports.append(state.nodes)
        threading.Thread(target=solver.stop).start()

    answer = solver.solve(board, 7, progress=progress)
    assert (answer.result, answer.reason) == ("unknown", "stopped")
    assert reports


def test_an_error_of_the_progress_function_is_raised() -> None:
    def progress(state: object) -> None:
        raise LookupError

    with pytest.raises(LookupError):
        hisshi(Board("7kl/9/9/6GP1/9/9/9/9/9 b SNr2b3g3s3n3l17p 1"), 7, progress=progress)


def test_invalid_numbers_and_positions_are_refused() -> None:
    board = Board("8k/9/9/7G1/9/9/9/9/9 b S 1")
    for n in (0, -1, 16):
        with pytest.raises(RangeError, match="n: expected 1 to 15"):
            hisshi(board, n)
    with pytest.raises(RangeError, match="seconds"):
        hisshi(board, 1, seconds=-1)
    with pytest.raises(TsumeError, match="no king"):
        hisshi(Board("9/9/9/9/9/9/9/9/4K4 b G 1", validate=False))


def test_the_board_is_not_changed() -> None:
    board = Board(siege(43))
    before = board.sfen()
    hisshi(board, 1)
    assert board.sfen() == before
