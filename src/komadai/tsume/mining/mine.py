"""Finds problems in games: from positions with a mate, pieces are removed until the solution is unique."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import TYPE_CHECKING, Final

from komadai._core import STARTPOS, Board
from komadai.errors import RangeError, TsumeError
from komadai.tsume.composition import Composition
from komadai.tsume.judge.judge import Inspector
from komadai.tsume.mining.count_difficulty import difficulty
from komadai.tsume.mining.duplicates import keys
from komadai.tsume.mining.minimize import ProblemChecker, minimize
from komadai.tsume.mining.mutate import mutate
from komadai.tsume.mining.selfplay import SelfPlay
from komadai.tsume.problems import Problem

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path
    from typing import TypeAlias

    from komadai._core import Move
    from komadai.kifu import Deviation
    from komadai.kifu.tree.main_line import MainLine

    _Game: TypeAlias = "tuple[str, Callable[[], tuple[str, list[Move]]]]"
    """The name of a game, and a function that returns its start and its moves."""

LONGEST: Final = 15
"""The maximum length of mined problems in plies."""

_HAS_MATE_NODES: Final = 1_000
"""The node limit for whether a position of a game has a mate."""
_JUDGE_NODES: Final = 1_000_000
_JUDGE_MEMORY_MB: Final = 16


def mine(
    *paths: str | Path,
    games: int = 0,
    seed: int = 0,
    least: int = 1,
    most: int = LONGEST,
    attempts: int = 0,
    skip: int = 0,
    on_error: Callable[[str, Exception], object] | None = None,
    on_deviation: Callable[[str, Deviation], object] | None = None,
    progress: Callable[[int], object] | None = None,
) -> Iterator[Problem]:
    """Problems of ``least`` to ``most`` plies from records and from self-play, as they are found.

    ``paths`` are files, folders and archives of records; then ``games`` games are played by Komadai's search
    at weak, fast settings. Each problem has one solution, uses all its pieces, leaves none in hand, and has
    wrong checks. Duplicates are left out: the same position, its mirror image or (for 3 and more plies) the
    same moves around the king. ``attempts`` is the number of small changes tried on each problem, for each of
    its plies, to get further problems that are not shorter.

    The same ``seed`` and games give the same problems. ``skip`` is the number of games to skip, to continue
    an earlier run; ``progress`` is called with the number of games done, ``on_error(name, error)`` for
    files that cannot be read; without it the first raises RecordError or OSError; ``on_deviation(name,
    deviation)`` for what is passed over in records. Raises RangeError for invalid numbers.
    """
    if not 1 <= least <= most <= LONGEST:
        raise RangeError(f"expected 1 <= least <= most <= {LONGEST} plies, got {least} and {most}")
    for name, number in (("games", games), ("attempts", attempts), ("skip", skip)):
        if number < 0:
            raise RangeError(f"{name}: expected 0 or more, got {number}")
    found = _games(paths, games, seed, on_error, on_deviation)
    return _mine(_Miner(least, most, attempts), found, seed, skip, progress)


def _mine(
    miner: _Miner, games: Iterator[_Game], seed: int, skip: int, progress: Callable[[int], object] | None
) -> Iterator[Problem]:
    for number, (name, play) in enumerate(games):
        if number >= skip:
            yield from miner.problems(name, *play(), Random(f"{seed} {number}"))
        if progress is not None:
            progress(number + 1)


def _games(
    paths: tuple[str | Path, ...],
    games: int,
    seed: int,
    on_error: Callable[[str, Exception], object] | None,
    on_deviation: Callable[[str, Deviation], object] | None,
) -> Iterator[_Game]:
    # Imported here because solving does not need these modules.
    from komadai.kifu.reading.visitor import MainLines
    from komadai.kifu.scan import scan

    for path in paths:
        found = scan(path, MainLines, on_error=on_error, on_deviation=on_deviation)
        for number, game in enumerate(found, 1):
            yield f"{path}, game {number}", partial(_recorded, game)
    player = SelfPlay()
    for number in range(1, games + 1):
        yield f"self-play {number}", partial(_played, player, Random(f"{seed} self-play {number}"))


def _recorded(game: MainLine) -> tuple[str, list[Move]]:
    return game.sfen, game.moves


def _played(player: SelfPlay, rng: Random) -> tuple[str, list[Move]]:
    return STARTPOS, player.game(rng)


class _Miner:
    """Finds problems in games and skips duplicates."""

    def __init__(self, min_plies: int, max_plies: int, attempts: int) -> None:
        self._min_plies, self._max_plies, self._attempts = min_plies, max_plies, attempts
        self._checker = ProblemChecker()
        # Its queries depend on the problems found before, so its table must not influence the other checker.
        self._measure = ProblemChecker()
        self._judge = Inspector(_JUDGE_MEMORY_MB)
        self._seen: set[str] = set()

    def problems(self, name: str, sfen: str, moves: list[Move], rng: Random) -> Iterator[Problem]:
        """The problems of one game, from its end to its start."""
        self._checker.clear()
        board = Board(sfen, validate=False)
        for move in moves:
            if not board.is_legal(move):
                break
            board.push(move)
        for ply in range(board.ply, -1, -1):
            if self._has_mate(board):
                yield from self._problems_at(board, f"{name}, ply {ply}", rng)
            if ply:
                board.pop()

    def _has_mate(self, board: Board) -> bool:
        try:
            return self._checker.mates(board, _HAS_MATE_NODES) is True
        except TsumeError:
            return False  # there is no king to mate, or it could be captured

    def _problems_at(self, board: Board, place: str, rng: Random) -> Iterator[Problem]:
        found = minimize(Composition.of(board), self._max_plies, self._checker, rng)
        if found is None or len(found[1]) < self._min_plies:
            return
        yield from self._accepted(*found, place)
        for each in mutate(*found, self._max_plies, self._attempts, self._checker, rng):
            yield from self._accepted(*each, place)

    def _accepted(self, composition: Composition, line: tuple[Move, ...], place: str) -> Iterator[Problem]:
        problem_keys = keys(composition, line)
        if len(line) < self._min_plies or problem_keys & self._seen:
            return
        self._seen |= problem_keys
        board = composition.board()
        assert board is not None
        report = self._judge.inspect(board, nodes=_JUDGE_NODES)
        if report.verdict != "full" or report.plies != len(line):
            return
        if report.moves != line:  # the judge has found a longer defence
            problem_keys = keys(composition, report.moves) - problem_keys
            if problem_keys & self._seen:
                return
            self._seen |= problem_keys
        counts = difficulty(board, report.moves, self._measure)
        if counts.checks > len(line):
            yield Problem(composition.sfen(), report.moves, counts, place)
