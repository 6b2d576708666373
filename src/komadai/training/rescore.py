"""Scores the positions of a file again, by Komadai's search or by any USI engine.

The positions go to the engines in blocks of 64, or more with few nodes. The scores of a block are on the
disk when it is done, in a file beside the output (``OUTPUT.rescoring``), so the work goes on after an
interruption. Each block begins with empty memory, so the result depends neither on the number of processes
nor on interruptions if the engine always gives the same answer.
"""

from __future__ import annotations

import os
import signal
import struct
import zlib
from base64 import b64decode, b64encode
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from komadai._core import Search
from komadai.atomic_file import appearing
from komadai.errors import EngineError, RangeError
from komadai.impasse import ImpasseRule
from komadai.packed import EvaluatedPosition
from komadai.score import MATE, Score
from komadai.training.data_files.formats import PSV, blocks, record_count
from komadai.training.dispatch import Dispatcher
from komadai.training.generation.settings import checksum, engine_signature
from komadai.training.tuning.ledger import Ledger

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from komadai import Board
    from komadai._core import Move
    from komadai.engine import Engine
    from komadai.match.workers import GamePlayer, Workers

MIN_BLOCK_POSITIONS: Final = 64
_BLOCK_NODES: Final = 200_000
"""The nodes of a block at least. Storing the scores of a block takes a few milliseconds."""
_HASH_MB: Final = 8
_LABEL: Final = struct.Struct("<hH")
"""A score and a best move."""


@dataclass(frozen=True, kw_only=True)
class RescoreSettings:
    """``engine``: the words of a USI engine's command, empty for Komadai's search; ``options``: its options.
    ``evaluation``: a file for Komadai's search. ``blend``: the share of the new score, from 0 to 1; the rest
    is the old one's. Raises RangeError."""

    nodes: int = 2_500
    engine: tuple[str, ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    evaluation: str = ""
    blend: float = 1.0

    def __post_init__(self) -> None:
        if self.nodes < 1:
            raise RangeError(f"nodes: expected 1 or more, got {self.nodes}")
        if not 0 <= self.blend <= 1:
            raise RangeError(f"blend: expected a number from 0 to 1, got {self.blend}")
        if self.engine and self.evaluation:
            raise RangeError("evaluation: it is for Komadai's search; another engine has options for its own")

    @property
    def block_positions(self) -> int:
        """The number of positions of a block."""
        return max(MIN_BLOCK_POSITIONS, _BLOCK_NODES // self.nodes)

    def identity(self) -> dict[str, Any]:
        """The settings that the scores depend on, as values for JSON. Raises EvaluationFileError."""
        own = {
            "evaluation": checksum(self.evaluation),
            "signature": engine_signature(self.evaluation),
        }
        return {
            "komadai_rescoring": 1,
            "nodes": self.nodes,
            "block": self.block_positions,
            "engine": list(self.engine),
            "options": [list(each) for each in self.options],
            "own": {} if self.engine else own,
        }


@dataclass
class RescoreProgress:
    """Positions that have a new score, of all."""

    positions: int
    total: int


@dataclass(frozen=True)
class _Block:
    """A task: the records of a block; its file and the number of its first record are for errors."""

    source: str
    first: int
    records: bytes


class Scorer:
    """Scores blocks of positions in a worker process."""

    def __init__(self, settings: RescoreSettings, nice: int = 0) -> None:
        self._settings = settings
        self._search: Search | None = None
        self._engine: Engine | None = None
        if nice:
            with suppress(OSError, AttributeError):  # Windows has no such priority
                os.nice(nice)

    def play(self, task: _Block) -> bytes:
        """The scores (int16) and the best moves (uint16, as ``Move.psv``, 0 for none) of a block.

        Raises EngineError for a damaged record, and if the engine fails.
        """
        labels = []
        self._begin()
        for at in range(0, len(task.records), PSV.size):
            try:
                position = EvaluatedPosition.from_psv(task.records[at : at + PSV.size])
            except ValueError as error:
                number = task.first + at // PSV.size
                raise EngineError(f"{task.source}: record {number}: {error}") from None
            score, move = self._score(position.board)
            labels.append(_LABEL.pack(score.number(), 0 if move is None else move.psv))
        return b"".join(labels)

    def close(self) -> None:
        """Ends the engine."""
        if self._engine is not None:
            self._engine.close()
            self._engine = None

    def kill(self) -> None:
        """Ends the engine at once."""
        if self._engine is not None and self._engine.pid is not None:
            with suppress(OSError):
                os.kill(self._engine.pid, getattr(signal, "SIGKILL", signal.SIGTERM))

    def _begin(self) -> None:
        """Starts the engine if there is none, and clears its memory."""
        if not self._settings.engine:
            if self._search is None:
                self._search = Search(_HASH_MB)
                self._search.load_evaluation(self._settings.evaluation)
            self._search.clear()
            return
        if self._engine is None:
            from komadai import engine

            self._engine = engine.open(
                list(self._settings.engine), options=dict(self._settings.options), restarts=1
            )
        self._engine.new_game()

    def _score(self, board: Board) -> tuple[Score, Move | None]:
        """The score from the side to move, and the best move."""
        nodes = self._settings.nodes
        if self._search is not None:
            self._search.arm()
            move, _, declares, report = self._search.go(board, nodes=nodes, impasse=ImpasseRule.POINTS_27)
            if declares:
                return Score(mate=1, turn=board.turn), None
            if report["mate"] is not None:
                plies = abs(report["mate"]) if report["won"] else -abs(report["mate"])
                return Score(mate=plies, mate_for=1 if report["won"] else -1, turn=board.turn), move
            return Score(report["cp"], turn=board.turn), move
        from komadai.engine import Limits

        assert self._engine is not None
        lines = self._engine.analyse(board, Limits(nodes=nodes), multipv=1)
        if not lines or lines[0].score is None:
            raise EngineError(f"{self._engine.name} gave no score for {board.sfen()}")
        score = lines[0].score
        if score.turn is not None:
            score = score.pov(board.turn)
        return score, lines[0].pv[0] if lines[0].pv else None


def rescore(
    source: Path,
    target: Path,
    settings: RescoreSettings,
    make_workers: Callable[[Callable[[], GamePlayer]], Workers],
    *,
    nice: int = 0,
    on_progress: Callable[[RescoreProgress], object] = lambda progress: None,
) -> int:
    """Writes the records of a PSV file with new scores and best moves; returns their number.

    Scores are limited to 16 bits; a mate in n plies is 32000 - n. Results and move numbers stay. Raises
    TrainingFileError for a file that is empty or cut off, LedgerError if the work was begun with other
    settings, EngineError, OSError.
    """
    count = record_count(source, PSV)
    size = settings.block_positions
    number = -(-count // size)
    identity = {**settings.identity(), "records": count, "data": _checksum(source)}
    with Ledger(target.with_name(target.name + ".rescoring"), identity) as ledger:
        done = {int(entry["block"]): str(entry["labels"]) for entry in ledger.entries}
        progress = RescoreProgress(_positions(done, count, size), count)
        on_progress(progress)
        upcoming = 0

        with source.open("rb") as file:

            def next_block() -> tuple[int, _Block] | None:
                nonlocal upcoming
                while upcoming in done:
                    upcoming += 1
                if upcoming >= number:
                    return None
                block = upcoming
                upcoming += 1
                first = block * size
                file.seek(first * PSV.size)
                return block, _Block(str(source), first, file.read(size * PSV.size))

            def add(block: int, labels: bytes) -> None:
                done[block] = b64encode(labels).decode()
                ledger.add({"block": block, "labels": done[block]})
                progress.positions = _positions(done, count, size)

            if len(done) < number:
                workers = make_workers(partial(Scorer, settings, nice))
                Dispatcher(workers).run(
                    next_block, add, lambda: len(done) >= number, lambda: on_progress(progress)
                )
        with appearing(target, durable=True) as hidden, hidden.open("wb") as out:
            for block, records in enumerate(blocks(source, PSV, size)):
                for i, (score, move) in enumerate(_LABEL.iter_unpack(b64decode(done[block]))):
                    record = records[i * PSV.size : (i + 1) * PSV.size]
                    out.write(_rescored(record, score, move, settings.blend))
    return count


def _rescored(record: bytes, score: int, move: int, blend: float) -> bytes:
    old = int.from_bytes(record[32:34], "little", signed=True)
    mixed = round(blend * score + (1 - blend) * old)
    limited = max(-MATE, min(mixed, MATE))
    best = move.to_bytes(2, "little") if move else record[34:36]
    return record[:32] + limited.to_bytes(2, "little", signed=True) + best + record[36:]


def _positions(done: dict[int, Any], count: int, size: int) -> int:
    last = (count - 1) // size
    missing = size - (count - last * size)
    return len(done) * size - (missing if last in done else 0)


def _checksum(path: Path) -> int:
    checksum = 0
    for block in blocks(path, PSV):
        checksum = zlib.crc32(block, checksum)
    return checksum
