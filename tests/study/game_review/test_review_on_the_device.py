"""The page judges and explains moves as the library does: 500 moves with random evaluations."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from komadai import Board, Handicap, Move
from komadai.kifu import Game
from komadai.score import KOMADAI_WIN_RATE, Score
from komadai.server.records.to_wire import play
from komadai.server.reviews import views
from komadai.study.game_review import explanation, reviewer
from komadai.study.game_review.evaluation import EngineFacts, Evaluation, final_score

sys.path.insert(0, str(Path(__file__).parents[3] / "tools"))

import browser_data
import npm

if TYPE_CHECKING:
    from komadai.study.game_review.pool import Work

ROOT = Path(__file__).parents[3]
PAGE_TEST = "tests/core/game_judge.test.ts"
STARTS = (
    Board().sfen(),
    Handicap.named("two-piece").sfen,
    "4k4/9/4P4/9/9/9/9/9/4K4 b 2G2S 1",
    "7kl/9/6P2/9/9/9/9/9/4K4 b RG 1",
)


def mates(board: Board, move: Move) -> bool:
    after = board.copy()
    after.push(move)
    return after.is_checkmate()


def chosen(board: Board, rng: Random) -> Move:
    moves = list(board.legal_moves)
    checks = [move for move in moves if board.gives_check(move)]
    mating = [move for move in checks if mates(board, move)]
    for some in (mating, checks):
        if some and rng.random() < 0.5:
            return rng.choice(some)
    return rng.choice(moves)


def game(start: str, plies: int, rng: Random) -> Game:
    made, board = Game(start), Board(start)
    while len(board.history) < plies and board.outcome() is None:
        board.push(chosen(board, rng))
    made.extend(board.history)
    return made


class RandomEvaluations:
    """In place of engines: the move that was played is often the best, and some positions have a mate."""

    engine = EngineFacts("Komadai", KOMADAI_WIN_RATE)

    def __init__(self, played: Game, rng: Random) -> None:
        self._played, self._rng = played, rng
        self.given = dict[str, Evaluation]()
        self.forced = dict[str, bool]()

    def __enter__(self) -> RandomEvaluations:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def stop(self) -> None:
        pass

    def run(self, work: Sequence[Work]) -> Iterator[tuple[str, Evaluation]]:
        for key, task in work:
            self.forced[key] = False
            asked: Any = self
            self._key = key
            self.given[key] = task(asked)
            yield key, self.given[key]

    def evaluate(self, board: Board) -> Evaluation:
        rng = self._rng
        self.forced[self._key] = len(board.legal_moves) == 1
        if (outcome := board.outcome()) is not None:
            return Evaluation(final_score(outcome, board))
        moves = list(self._played.moves())
        line = list[Move]()
        after = board.copy()
        for _ in range(rng.choice([1, 3, 5, 7, 9, 17])):
            if not after.legal_moves:
                break
            ply = len(after.history)
            follows = ply < len(moves) and after.history == moves[:ply] and rng.random() < 0.5
            line.append(moves[ply] if follows else rng.choice(list(after.legal_moves)))
            after.push(line[-1])
        kind = rng.random()
        if kind < 0.15:
            return Evaluation(Score(mate=len(line), turn=board.turn).black(), tuple(line), solved=True)
        if kind < 0.3:
            mate = rng.choice([-8, -2, 1, 3, 7])
            return Evaluation(Score(mate=mate, turn=board.turn).black(), tuple(line))
        return Evaluation(Score(round(rng.gauss(0, 500)), turn=board.turn).black(), tuple(line))


def lines(board: Board, moves: Sequence[Move]) -> list[Any]:
    board, previous, written = board.copy(), None, list[Any]()
    if board.history:
        previous = board.history[-1]
    for move in moves:
        written.append(msgspec.to_builtins(play(board, move, previous).view))
        previous = move
    return written


def case(start: str, rng: Random, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """A game with its evaluations, and the review of the library."""
    played = game(start, 16, rng)
    evaluations = RandomEvaluations(played, rng)
    monkeypatch.setattr(reviewer, "EvaluatorPool", lambda *_: evaluations)
    made = reviewer.Reviewer(played, nodes=1000)
    result = made.run()
    boards = dict[str, Board]()
    for ply, board in enumerate(made.line.boards):
        boards[f"position {ply}"] = boards[f"check {ply}"] = board
        if ply:
            boards[f"best {ply}"] = made.line.boards[ply - 1].copy()
            if line := evaluations.given[f"position {ply - 1}"].line:
                boards[f"best {ply}"].push(line[0])
    asked = {}
    for key, found in evaluations.given.items():
        score = found.score or Score(0)
        asked[key] = {
            "score": {"cp": score.cp, "mate": score.mate, "mateFor": score.mate_for},
            "line": lines(boards[key], found.line),
            "solved": found.solved,
            "forced": evaluations.forced[key],
        }
    review = msgspec.to_builtins(views.review(result, made))
    milestones = [each for each in review["milestones"] if each["kind"] == "mate_available"]
    return {
        "handicap": played.is_handicap,
        "moves": lines(Board(start), made.line.moves),
        "evaluations": asked,
        "review": review | {"milestones": milestones, "black_style": None, "white_style": None},
    }


def test_moves_are_judged_and_explained_alike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not (ROOT / "web" / "node_modules").is_dir():
        pytest.skip("needs web/node_modules")
    # What reviews on the device leave out.
    monkeypatch.setattr(reviewer, "sayings", lambda *_: {})
    monkeypatch.setattr(explanation, "MATERIAL", 1000)
    monkeypatch.setattr(explanation, "forked", lambda *_: [])
    monkeypatch.setattr(explanation._Writer, "_promotes", None)
    rng = Random(49)
    cases = list[dict[str, Any]]()
    while sum(len(each["moves"]) for each in cases) < 500:
        cases.append(case(STARTS[len(cases) % len(STARTS)], rng, monkeypatch))
    classes = {move["move_class"] for each in cases for move in each["review"]["moves"]}
    assert classes == {"best", "good", "inaccuracy", "mistake", "blunder", "missed_mate"}
    file = tmp_path / "cases.json"
    table = browser_data.review_data() | {"engine": RandomEvaluations.engine.name}
    file.write_text(json.dumps({"table": table, "cases": cases}))
    command, environment = npm.npm_command()
    done = subprocess.run(
        [*command, "test", "--", PAGE_TEST],
        cwd=ROOT / "web",
        env=environment | {"KOMADAI_REVIEW_CASES": str(file), "CI": os.environ.get("CI", "")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-5000:]
    assert f"{len(cases)} passed" in done.stdout
