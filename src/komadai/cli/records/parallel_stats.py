"""Counts the games of all records, in this process or in several."""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

from komadai.cli.records import parquet
from komadai.cli.shared.errors import Failure
from komadai.cli.shared.input import NoRecordError, games
from komadai.cli.shared.language import localized
from komadai.cli.shared.messages import Note
from komadai.cli.shared.passed_over import PassedOver
from komadai.cli.shared.signals import held_back, undisturbed
from komadai.errors import RecordError
from komadai.kifu.reading.block_reader import Blocks
from komadai.kifu.statistics.accumulator import Tally
from komadai.kifu.statistics.game_facts import FactsReader

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from concurrent.futures import Future

    from komadai.cli.shared.input import Bar, Record
    from komadai.kifu.statistics.game_facts import Facts, MoveCounts

_BATCH: Final = 1 << 18
"""Bytes of records that a process gets at once."""
_LARGE: Final = 1 << 24
"""A larger file is counted in this process, game by game: a process holds its result in memory."""
_AHEAD: Final = 3
"""Batches that wait for each process."""


class AnalysedGame(NamedTuple):
    """A game with its place and the counts of its moves."""

    file: str
    number: int
    facts: Facts
    counts: MoveCounts


@dataclass(slots=True)
class Part:
    """The result of a batch."""

    tally: Tally
    files: int = 0
    rows: list[parquet.Row] = field(default_factory=list)
    errors: list[Note] = field(default_factory=list)
    warnings: list[Note] = field(default_factory=list)
    """The first ones."""
    warned: int = 0
    """The number of all warnings."""


class Counting:
    """The counts so far."""

    def __init__(self, opening_plies: int, on_error: Callable[[Note], None]) -> None:
        """``on_error`` is called with each error."""
        self.tally: Final = Tally(opening_plies)
        self.files: int = 0
        self._on_error = on_error
        self._passed_over = PassedOver()

    def all(
        self,
        records: Iterable[Record],
        jobs: int,
        bar: Bar,
        put: Callable[[parquet.Row], None] | None = None,
    ) -> None:
        """Counts all records, in this process or, if ``jobs`` is more than 1, in that many other processes.

        The result is the same. ``put`` is given a row for each game. Raises Failure if one of the
        processes is killed.
        """
        self._bar = bar
        self._put = put
        if jobs == 1:
            for record in records:
                self._here(record)
        else:
            try:
                self._shared(records, jobs)
            except BrokenProcessPool as error:
                raise Failure(
                    localized(
                        "one of the counting processes was killed; perhaps memory ran out",
                        "集計プロセスの一つが強制終了しました（メモリ不足かもしれません）",
                    )
                ) from error
        self._passed_over.print_rest()

    def _here(self, record: Record) -> None:
        self.files += not isinstance(record[1], NoRecordError)
        for game in measured(record, self._on_error, self._passed_over):
            with undisturbed():
                add(game, self.tally, self._put)
            self._bar.games()

    def _shared(self, records: Iterable[Record], jobs: int) -> None:
        pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), _leave_ctrl_c_to_the_parent)
        waiting: deque[Future[Part]] = deque()
        try:
            for batch in _batches(records):
                if isinstance(batch, list):
                    with held_back():  # the first batch starts the processes
                        keeps_rows = self._put is not None
                        waiting.append(pool.submit(count_batch, batch, self.tally.opening_plies, keeps_rows))
                # In the order of the records: the first of the longest games is the same one every time.
                while len(waiting) > (jobs * _AHEAD if isinstance(batch, list) else 0):
                    self._merge(waiting.popleft().result())
                if not isinstance(batch, list):
                    self._here(batch)
            while waiting:
                self._merge(waiting.popleft().result())
        finally:
            # The batches that have begun are short, and are waited for. A process that is ended while it
            # sends its result would leave half of it, and the pool would wait for the rest for ever.
            pool.shutdown(cancel_futures=True)

    def _merge(self, part: Part) -> None:
        with undisturbed():
            self.files += part.files
            self.tally.merge(part.tally)
            for row in part.rows:
                if self._put is not None:
                    self._put(row)
        for note in part.errors:
            self._on_error(note)
        self._passed_over.merge(part.warnings, part.warned)
        self._bar.games(part.tally.games)


def _batches(records: Iterable[Record]) -> Iterator[list[Record] | Record]:
    """Small records in batches, large ones alone."""
    batch: list[Record] = []
    size = 0
    for name, data in records:
        data = _held(data)
        if batch and (isinstance(data, Blocks) or size >= _BATCH):
            yield batch
            batch, size = [], 0
        if isinstance(data, Blocks):
            yield name, data
        else:
            batch.append((name, data))
            size += len(data) if isinstance(data, bytes) else 0
    if batch:
        yield batch


def _held(data: bytes | Blocks | Exception) -> bytes | Blocks | Exception:
    """The bytes, if they are few enough for another process; otherwise Blocks to read here."""
    if not isinstance(data, Blocks):
        return data
    parts, size = [], 0
    blocks = iter(data)
    try:
        for block in blocks:
            parts.append(block)
            size += len(block)
            if size >= _LARGE:
                return Blocks(b"".join(parts), _Rest(blocks))
    except (RecordError, OSError) as error:
        return error
    return b"".join(parts)


class _Rest:
    """The remaining blocks as a stream."""

    def __init__(self, blocks: Iterator[bytes]) -> None:
        self._blocks = blocks

    def read(self, size: int) -> bytes:
        return next(self._blocks, b"")


def measured(
    record: Record, on_error: Callable[[Note], None], passed_over: PassedOver
) -> Iterator[AnalysedGame]:
    """The games of one record, with the counts of their moves."""
    name, data = record
    for number, facts in games(name, data, FactsReader(), passed_over.report(name), on_error):
        yield AnalysedGame(name, number, facts, facts.count_moves())


def add(game: AnalysedGame, tally: Tally, put: Callable[[parquet.Row], None] | None) -> None:
    """Counts a game, and passes on its row if ``put`` is given."""
    tally.add(game.facts, file=game.file, number=game.number, counts=game.counts)
    if put is not None:
        put(parquet.row(game.file, game.number, game.facts, game.counts))


def count_batch(records: list[Record], opening_plies: int, keeps_rows: bool) -> Part:
    """Counts a batch; runs in another process."""
    part = Part(Tally(opening_plies))
    passed_over = PassedOver(part.warnings.append)
    for record in records:
        part.files += not isinstance(record[1], NoRecordError)
        for game in measured(record, part.errors.append, passed_over):
            add(game, part.tally, part.rows.append if keeps_rows else None)
    part.warned = passed_over.count
    return part


def _leave_ctrl_c_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
