"""The review of a game: evaluates its positions, judges its moves."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from komadai.errors import ArgumentTypeError, RangeError
from komadai.publish import wording
from komadai.study.game_review.accuracy import WinRates, game_accuracy
from komadai.study.game_review.evaluation import Evaluation, Evaluator, keeps_mate
from komadai.study.game_review.explanation import MoveFacts, explain
from komadai.study.game_review.journal import Journal
from komadai.study.game_review.judgement import INACCURACY, black_win_rate, class_of_loss, for_side
from komadai.study.game_review.milestones import milestones
from komadai.study.game_review.pool import EvaluatorPool
from komadai.study.game_review.positions import main_line
from komadai.study.game_review.report import BestMove, Review, ReviewedMove, Text, joined
from komadai.study.game_review.sayings import sayings, sentence
from komadai.study.game_review.style import styles
from komadai.study.naming.phases import phases

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Mapping
    from contextlib import AbstractContextManager

    from komadai._core import Board
    from komadai.engine.client.process import Command
    from komadai.engine.protocol.options import OptionValue
    from komadai.kifu import Game
    from komadai.score import WinRateModel
    from komadai.study.game_review.cluster import ClusterEvaluators
    from komadai.study.game_review.explanation import Spell
    from komadai.study.game_review.pool import Evaluators, Work
    from komadai.study.game_review.report import MoveClass

NODES: Final = 100_000
"""The nodes for each position unless another number is given."""
MAX_NODES: Final = 10**12
MAX_PROCESSES: Final = 256


def review(
    game: Game,
    *,
    nodes: int = NODES,
    engine: Command | None = None,
    options: Mapping[str, OptionValue] | None = None,
    processes: int = 1,
    cluster: str | ClusterEvaluators | None = None,
    journal: str | os.PathLike[str] | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Review:
    """Reviews the main line of a game, up to its first illegal move.

    Every position is searched with ``nodes`` nodes, and by the mate solver with as many (20,000 at least).
    A move that seems to lose 0.10 of the win rate or more is compared once more with the best move: the
    position after that one is searched, too, so both moves are judged by searches of the same kind. The same
    nodes give the same review, whatever the number of processes, if the engine searches with one thread.

    Args:
        game: The game.
        nodes: Nodes for each position, at least 1.
        engine: The command of a USI engine; None: Komadai.
        options: USI options of the engine, in addition to one thread and a small table.
        processes: How many engine processes share the positions, 1 to 256.
        cluster: Instead of ``processes``, the machines of a Ray cluster share the positions, with an engine
            for each core: ``"auto"``, ``"local"`` or another address of a
            :class:`~komadai.match.cluster.Cluster`. Several reviews can share
            :class:`~komadai.study.game_review.cluster.ClusterEvaluators`, whose nodes, engine and options
            must be those given here.
        journal: A file for the evaluations so far. If the review is stopped, the same call continues from it;
            it is removed at the end.
        progress: Called with the number of positions done and their total, which grows by the moves that are
            compared once more. An exception from it ends the review.

    Raises:
        ReviewError: A game of a variant, or a start position against the rules.
        EngineError: The engine does not start, crashes or hangs.
        RangeError: A number is out of range.
        ArgumentTypeError: An argument has another type.
        MissingPackageError: Ray is needed for a cluster, and not installed.
        ClusterError: The cluster cannot be reached.
        OSError: The journal cannot be written.
    """
    reviewer = Reviewer(
        game,
        nodes=nodes,
        engine=engine,
        options=options,
        processes=processes,
        cluster=cluster,
        journal=journal,
    )
    return reviewer.run(progress)


class Reviewer:
    """The review of one game, which another thread can look at and stop. The arguments are those of
    :func:`review`."""

    def __init__(
        self,
        game: Game,
        *,
        nodes: int = NODES,
        engine: Command | None = None,
        options: Mapping[str, OptionValue] | None = None,
        processes: int = 1,
        cluster: str | ClusterEvaluators | None = None,
        journal: str | os.PathLike[str] | None = None,
    ) -> None:
        """Raises as :func:`review`, except EngineError, OSError and errors of the cluster."""
        _check_range("nodes", nodes, MAX_NODES)
        _check_range("processes", processes, MAX_PROCESSES)
        self.line: Final = main_line(game)
        self.game: Final = game
        self.nodes: Final = nodes
        self._options = dict(options or {})
        self._make_pool = _pool_maker(engine, nodes, self._options, processes, cluster)
        self._journal_path = None if journal is None else Path(journal)
        self._evaluations: dict[str, Evaluation] = {}
        self._engine_name = ""
        self._model: WinRateModel | None = None
        self._pool: Evaluators | None = None
        self._stopped = False
        self._finished = False

    def run(self, progress: Callable[[int, int], object] | None = None) -> Review:
        """Evaluates all positions and returns the review; only the first part if :meth:`stop` was called."""
        with self._make_pool() as pool:
            self._pool = pool
            if self._stopped:
                pool.stop()
            self._engine_name, self._model = pool.engine.name, pool.engine.win_rate_model
            journal = Journal(self._journal_path, self._journal_head())
            self._evaluations = journal.evaluations
            try:
                self._evaluate(pool, journal, self._positions(), 0, progress)
                if not self._stopped:
                    self._evaluate(pool, journal, self._comparisons(), len(self.line.boards), progress)
                self._finished = not self._stopped
            finally:
                journal.close(finished=self._finished)
        return self.review()

    def stop(self) -> None:
        """Ends :meth:`run` soon. May be called from another thread."""
        self._stopped = True
        if self._pool is not None:
            self._pool.stop()

    def wins(self) -> list[float | None]:
        """Black's win rates that are known so far, from the start position without a gap; 0 to 1."""
        return [] if self._model is None else [self._win(ply) for ply in range(self._known())]

    def review(self) -> Review:
        """The review of the positions that are evaluated so far, from the start without a gap."""
        wins = self.wins()
        known = len(wins)
        moves = []
        for ply in range(1, len(self.line.moves) + 1):
            illegal_end = self.line.infraction is not None and ply == len(self.line.moves)
            if ply >= known + illegal_end:
                break
            moves.append(self._reviewed(ply))
        moves = _with_proverbs(self.game, moves)
        filled = _filled(wins)
        if len(filled) == len(moves):  # after an illegal move the other side has won
            filled.append(for_side(0.0, moves[-1].side) if moves else 0.5)
        solved = [self._evaluations[_position(ply)].solved for ply in range(known)]
        return Review(
            engine=self._engine_name,
            nodes=self.nodes,
            accuracy=game_accuracy((each.side, _win_rates(each)) for each in moves),
            moves=tuple(moves),
            milestones=milestones(self.game, self.line, solved),
            start_win=wins[0] if wins else None,
            complete=self._finished,
            style=styles(
                self.line.boards[: known or 1],
                self.line.moves[: max(0, known - 1)],
                filled[:known],
                phases(self.game).middle_game,
            ),
        )

    # -- evaluating

    def _evaluate(
        self,
        pool: Evaluators,
        journal: Journal,
        work: list[Work],
        before: int,
        progress: Callable[[int, int], object] | None,
    ) -> None:
        missing = [item for item in work if item[0] not in self._evaluations]
        done, total = before + len(work) - len(missing), before + len(work)
        for key, evaluation in pool.run(missing):
            journal.add(key, evaluation)
            done += 1
            if progress is not None:
                progress(done, total)

    def _positions(self) -> list[Work]:
        return [
            (_position(ply), partial(_evaluation_of, board)) for ply, board in enumerate(self.line.boards)
        ]

    def _comparisons(self) -> list[Work]:
        """The second pass: best moves that are compared once more, checks that may keep a mate."""
        work: list[Work] = []
        for ply in range(1, len(self.line.boards)):
            before = self._evaluations[_position(ply - 1)]
            board, move = self.line.boards[ply - 1], self.line.moves[ply - 1]
            if before.solved:
                if before.line[0] is not move and self.line.boards[ply].is_check():
                    work.append((_check(ply), partial(_keeps, self.line.boards[ply], self.nodes)))
            elif before.line and before.line[0] is not move and self._raw_loss(ply) >= INACCURACY:
                after_best = board.copy()
                after_best.push(before.line[0])
                work.append((_best(ply), partial(_evaluation_of, after_best)))
        return work

    # -- judging

    def text_of(self, move: ReviewedMove, spell: Spell) -> Text:
        """The text of a move of the review, in which ``spell`` writes the moves."""
        text = self._reviewed(move.ply, spell).text
        return text if move.proverb is None else joined(text, sentence(move.proverb))

    def _reviewed(self, ply: int, spell: Spell = wording.move) -> ReviewedMove:
        board, move = self.line.boards[ply - 1], self.line.moves[ply - 1]
        before = self._evaluations[_position(ply - 1)]
        illegal = self.line.infraction if ply == len(self.line.moves) else None
        after = None if illegal else self._evaluations[_position(ply)]
        side = board.turn
        move_class, loss = self._judge(ply)
        win_before = self._win(ply - 1)
        win = for_side(0.0, side) if illegal else self._win(ply)
        wins = None
        if win_before is not None and win is not None:
            wins = for_side(win, side) + loss, for_side(win, side)
        previous = self.line.moves[ply - 2] if ply >= 2 else None
        facts = MoveFacts(
            board, move, previous, before, after, wins, move_class, illegal, self.game.is_handicap
        )
        return ReviewedMove(
            ply=ply,
            move=move,
            side=side,
            score=None if after is None else after.score,
            win=win,
            best=BestMove(before.line[0], before.line) if before.line else None,
            loss=loss,
            move_class=move_class,
            text=explain(facts, spell),
        )

    def _judge(self, ply: int) -> tuple[MoveClass, float]:
        """The class of a move, and how much it lost."""
        board, move = self.line.boards[ply - 1], self.line.moves[ply - 1]
        before = self._evaluations[_position(ply - 1)]
        if self.line.infraction is not None and ply == len(self.line.moves):
            win = self._win(ply - 1)
            return "blunder", 0.0 if win is None else for_side(win, board.turn)
        after = self._evaluations[_position(ply)]
        mates = after.score is not None and after.score.mate == 0
        if mates or (before.line and before.line[0] is move):
            return "best", 0.0
        loss = self._raw_loss(ply)
        if before.solved:
            return ("good", 0.0) if self._keeps_mate(ply) else ("missed_mate", loss)
        compared = self._evaluations.get(_best(ply))
        if compared is not None:
            best, played = black_win_rate(compared.score, self._rate()), self._win(ply)
            if best is not None and played is not None:
                loss = min(loss, max(0.0, for_side(best, board.turn) - for_side(played, board.turn)))
        return class_of_loss(loss), loss

    def _keeps_mate(self, ply: int) -> bool:
        """Whether the side that had a mate before this move still has one that is proved."""
        before, after = self._evaluations[_position(ply - 1)], self._evaluations[_position(ply)]
        side = self.line.boards[ply - 1].turn
        score = None if after.score is None else after.score.pov(side)
        if score is not None and score.mate is not None and 0 < score.mate < len(before.line):
            return True
        kept = self._evaluations.get(_check(ply))
        return kept is not None and kept.solved

    def _raw_loss(self, ply: int) -> float:
        """How much the win rate of the mover falls from the position before the move to the one after it."""
        before, after = self._win(ply - 1), self._win(ply)
        if before is None or after is None:
            return 0.0
        side = self.line.boards[ply - 1].turn
        return max(0.0, for_side(before, side) - for_side(after, side))

    def _win(self, ply: int) -> float | None:
        return black_win_rate(self._evaluations[_position(ply)].score, self._rate())

    def _rate(self) -> WinRateModel:
        assert self._model is not None, "the engine has started"
        return self._model

    def _known(self) -> int:
        """The number of positions from the start that are evaluated."""
        for ply in range(len(self.line.boards)):
            if _position(ply) not in self._evaluations:
                return ply
        return len(self.line.boards)

    def _journal_head(self) -> dict[str, object]:
        return {
            "komadai-review": 1,
            "engine": self._engine_name,
            "nodes": self.nodes,
            "options": {name: str(value) for name, value in self._options.items()},
            "start": self.game.sfen,
            "moves": " ".join(move.usi() for move in self.line.moves),
        }


def _pool_maker(
    engine: Command | None,
    nodes: int,
    options: dict[str, OptionValue],
    processes: int,
    cluster: str | ClusterEvaluators | None,
) -> Callable[[], AbstractContextManager[Evaluators]]:
    """Makes the evaluators of a review; those that others have made are not ended with it."""
    if cluster is None:
        return partial(EvaluatorPool, partial(Evaluator, engine, nodes, options), processes)
    from komadai.study.game_review.cluster import ClusterEvaluators

    if isinstance(cluster, str):
        return partial(ClusterEvaluators, cluster, nodes, engine, options)
    if isinstance(cluster, ClusterEvaluators):
        return lambda: nullcontext(cluster)
    raise ArgumentTypeError(
        f"cluster: expected an address or ClusterEvaluators, got a {type(cluster).__name__}"
    )


def _win_rates(move: ReviewedMove) -> WinRates:
    """Those of the side that moved; equal ones if they are not known."""
    played = 0.5 if move.win is None else for_side(move.win, move.side)
    return WinRates(min(1.0, played + move.loss), played)


def _with_proverbs(game: Game, moves: list[ReviewedMove]) -> list[ReviewedMove]:
    said = sayings(game, moves)
    return [
        replace(move, proverb=said[move.ply], text=joined(move.text, sentence(said[move.ply])))
        if move.ply in said
        else move
        for move in moves
    ]


def _check_range(name: str, number: int, highest: int) -> None:
    if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= highest:
        raise RangeError(f"{name}: expected 1 to {highest}, got {number!r}")


def _position(ply: int) -> str:
    """The key of the position after ``ply`` moves."""
    return f"position {ply}"


def _best(ply: int) -> str:
    """The key of the position after the best move instead of move ``ply``."""
    return f"best {ply}"


def _check(ply: int) -> str:
    """The key of the question whether move ``ply``, a check, keeps the mate."""
    return f"check {ply}"


def _evaluation_of(board: Board, evaluator: Evaluator) -> Evaluation:
    return evaluator.evaluate(board)


def _keeps(board: Board, nodes: int, _: Evaluator) -> Evaluation:
    return Evaluation(None, solved=keeps_mate(board, nodes) is not False)


def _filled(wins: list[float | None]) -> list[float]:
    """The win rates; where one is not known, that of the position before."""
    filled: list[float] = []
    for win in wins:
        filled.append(win if win is not None else filled[-1] if filled else 0.5)
    return filled
