"""The tables of solved variants: finding them in the data folder, making them, and playing by them."""

from __future__ import annotations

import logging
import os
import random
import threading
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from komadai.errors import VariantError
from komadai.messages import os_error_message
from komadai.messages.text import Text
from komadai.server.jobs.job_queue import Job
from komadai.server.positions.views import move_text
from komadai.server.variants import wire

if TYPE_CHECKING:
    from komadai.variants import Board, Move, Variant
    from komadai.variants.solve import Progress, Table

log: Final = logging.getLogger(__name__)

NOT_WRITTEN: Final = Text("The table cannot be written: {reason}.", "表を保存できません：{reason}")
NO_MEMORY: Final = Text("There is not enough memory.", "メモリが足りません。")
STAGES: Final = {
    "search": Text("Finding all positions", "局面を数えています"),
    "first-pass": Text("Finding wins and losses at once", "すぐに決まる局面を調べています"),
    "levels": Text("Working back from the ends of games", "終局から逆に調べています"),
    "table": Text("Writing the table", "表を書き出しています"),
}


@lru_cache(64)
def solvable(variant: Variant) -> bool:
    """Whether the solver can make a table of the variant."""
    from komadai.variants.solve import fit

    return fit(variant).solvable


class SolvedVariants:
    """The tables in a folder. May be used by several threads."""

    def __init__(self, folder: Path) -> None:
        self.folder: Final = folder
        self._lock: Final = threading.Lock()
        self._tables: dict[Path, tuple[tuple[int, int], Table | None]] = {}

    def table(self, variant: Variant) -> Table | None:
        """The table of a variant, or None if there is none, or none of these rules."""
        from komadai.variants.solve import Table, table_path

        path = table_path(variant, self.folder)
        try:
            stat = path.stat()
        except OSError:
            return None
        version = stat.st_mtime_ns, stat.st_size
        with self._lock:
            known = self._tables.get(path)
            if known is None or known[0] != version:
                try:
                    table = Table.open(path, variant)
                except (VariantError, OSError) as error:
                    log.warning("%s cannot be used: %s", path, error)
                    table = None
                known = self._tables[path] = version, table
            return known[1]

    def begun(self, variant: Variant) -> bool:
        """Whether an unfinished analysis is stored, which the next one continues."""
        from komadai.variants.solve import table_path

        return table_path(variant, self.folder).with_suffix(".state").exists()

    def best_move(self, board: Board) -> Move | None:
        """A best move by the table, one of several by chance; None without a table or a value."""
        table = self.table(board.variant)
        values = {} if table is None else table.moves(board)
        if not values:
            return None
        best = next(iter(values.values()))
        return board.parse_move(random.choice([usi for usi, value in values.items() if value == best]))


def values(table: Table, board: Board) -> wire.PositionValues:
    """The value of a position and of each of its moves, best first."""
    from komadai.variants.solve import Value

    def view(value: Value) -> wire.ValueView:
        return wire.ValueView(value.result, value.plies)

    own = table.value(board)
    moves = [
        wire.MoveValue(usi, move_text(board, move), view(value))
        for usi, value in table.moves(board).items()
        if (move := board.parse_move(usi)) is not None
    ]
    return wire.PositionValues(None if own is None else view(own), moves)


class SolveTask:
    """Makes the table of a variant."""

    def __init__(self, variant: Variant, folder: Path) -> None:
        self.variant: Final = variant
        self.group: str = f"solve {variant.name}"
        self.progress: Progress | None = None
        self._folder = folder
        self._stopped = False

    def run(self) -> Text | None:
        """Solves the variant. Returns the error for the user if that is not possible."""
        from komadai.variants.solve import solve

        threads = max(1, (os.cpu_count() or 1) - 1)  # one processor is left to the server
        try:
            solve(self.variant, self._folder, threads=threads, on_progress=self._on_progress)
        except _Stopped:
            return None
        except VariantError as error:
            return Text.of_error(error)
        except OSError as error:
            return NOT_WRITTEN.filled(reason=Text.of(os_error_message(error)))
        except MemoryError:
            return NO_MEMORY
        return None

    def stop(self) -> None:
        """Makes ``run`` store its state and return soon."""
        self._stopped = True

    def message(self, job: Job) -> wire.SolveMessage:
        """The job's state for the page."""
        return wire.SolveMessage(job_view(job, self))

    def _on_progress(self, progress: Progress) -> None:
        self.progress = progress
        if self._stopped:
            raise _Stopped


class _Stopped(Exception):
    """Ends the analysis, which stores its state."""


def job_view(job: Job, task: SolveTask) -> wire.SolveJobView:
    """A job that makes a table."""
    progress = task.progress
    left = None if progress is None else progress.seconds_left
    done = 0.0
    if progress is not None and left is not None and progress.seconds + left > 0:
        done = progress.seconds / (progress.seconds + left)
    return wire.SolveJobView(
        id=job.id,
        variant=task.variant.name,
        state=job.state,
        stopped=job.stopped,
        ms=job.ms,
        stage=None if progress is None else STAGES[progress.stage],
        done=done,
        positions=0 if progress is None else progress.positions,
        seconds_left=left,
        at_least=progress is not None and progress.stage == "search",
        error=job.error,
    )
