"""Solves a variant: runs the native analysis, saves its state, and writes the table."""

from __future__ import annotations

import os
import re
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from komadai import file_lock
from komadai._core import Retrograde, SmallGame
from komadai.errors import RangeError, VariantError
from komadai.extras import extra
from komadai.messages import Message
from komadai.variants.solve import state_file
from komadai.variants.solve.requirements import DEFAULT_MEMORY, fit, in_words, rules_of
from komadai.variants.solve.table import Figures, Table, write_table

if TYPE_CHECKING:
    from collections.abc import Callable

    from komadai.variants.variant import Variant

Stage = Literal["search", "first-pass", "levels", "table"]

_STAGES: Final[tuple[Stage, ...]] = ("search", "first-pass", "levels", "table")
_SHARES: Final = (0.24, 0.09, 0.63, 0.04)
"""The share of each stage in the processor time, as measured with dobutsu: for estimates."""
_SLICE: Final = 0.25
"""Seconds between two reports."""
_SAVE_INTERVAL: Final = 10.0
"""Seconds between two saved states."""
_SAVE_SHARE: Final = 0.1
"""The share of the time that saving may take."""


@dataclass(frozen=True)
class Progress:
    """How far the analysis is."""

    stage: Stage
    """``"search"`` for positions, ``"first-pass"`` over all of them, ``"levels"`` by distance, writing the
    ``"table"``."""
    done: float
    """The part of this stage that is done, 0-1. In the search: of the positions found so far."""
    positions: int
    """Reachable positions found so far, up to colours and mirror images."""
    open_positions: int
    """Those among them that are not decided at once."""
    expanded: int
    """Open positions whose moves have been played, in the search."""
    decided: int
    """Open positions known to be won or lost."""
    level: int
    """The distance, in plies, of the positions looked for in the levels."""
    seconds: float
    """Since the start, with earlier runs."""
    processor_seconds: float
    """The seconds of all threads, with earlier runs."""
    seconds_left: float | None
    """A rough estimate; in the search a lower bound, because more positions may be found. None: unknown."""


def default_folder() -> Path:
    """The folder of tables in the user's data folder."""
    with extra("app"):
        import platformdirs
    return Path(platformdirs.user_data_dir("komadai", appauthor=False)) / "solved"


def table_path(variant: str | Variant, folder: Path | str | None = None) -> Path:
    """The file of a variant's table in a folder (by default :func:`default_folder`); it may not exist yet."""
    name = re.sub(r"[^\w-]+", "-", rules_of(variant).name)[:80]  # of a definition file, it may be any text
    return Path(folder or default_folder()) / f"{name}.solved"


def solve(
    variant: str | Variant,
    folder: Path | str | None = None,
    *,
    threads: int = 0,
    memory: int = DEFAULT_MEMORY,
    on_progress: Callable[[Progress], object] = lambda progress: None,
) -> Table:
    """Solves a variant and writes the table of all its positions to a folder (by default
    :func:`default_folder`). Returns the table; if it is there already, at once.

    ``threads`` 0 means one for each processor. ``memory`` is in bytes. ``on_progress`` is called several
    times a second; any exception of it, and Ctrl-C, end the analysis. The state is saved then, and every ten
    seconds or so, and the next call continues from it, also after the process was killed.

    Raises RangeError for ``threads`` outside 0-512; VariantError if the variant is unknown or cannot be
    solved (:func:`komadai.variants.solve.fit` has the reasons), or if another process is solving it; OSError
    if a file cannot be written; MemoryError.
    """
    path = table_path(variant, folder)
    if path.exists():
        return Table.open(path, variant)
    problems = fit(variant, memory).problems
    if problems:
        raise VariantError(problems[0])
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path.with_suffix(".lock"), "ab") as lock:
        try:
            file_lock.lock(lock.fileno())
        except file_lock.Taken:
            raise VariantError(Message("solve-running", {"path": str(path)})) from None
        _Run(variant, path, threads or min(os.cpu_count() or 1, 512), on_progress).complete()
    return Table.open(path, variant)


class _Run:
    def __init__(
        self, variant: str | Variant, path: Path, threads: int, on_progress: Callable[[Progress], object]
    ) -> None:
        rules = rules_of(variant)
        self._game = SmallGame(rules)
        setup = self._game.place()
        if setup is None or setup[0] != "open":
            raise VariantError(Message("solve-decided"))
        self._retrograde = Retrograde(self._game)
        self._path = path
        self._state_path = path.with_suffix(".state")
        self._threads = threads
        self._on_progress = on_progress
        self._seconds = self._processor_seconds = 0.0
        state = state_file.load(self._state_path, self._game.fingerprint)
        if state is not None:
            with state:
                self._retrograde.restore(state.counters, state.arrays)
                self._seconds, self._processor_seconds = state.seconds, state.processor_seconds
        self._began = time.monotonic() - self._seconds
        self._processor_began = time.process_time() - self._processor_seconds

    def complete(self) -> None:
        try:
            self._analyse()
            self._write()
        except BaseException:
            self._save()
            raise
        self._state_path.unlink(missing_ok=True)

    def _analyse(self) -> None:
        saved = time.monotonic()
        saving = 0.0  # seconds that the last save took
        while not self._run_slice():
            self._report(*self._stage())
            now = time.monotonic()
            if now - saved > max(_SAVE_INTERVAL, saving / _SAVE_SHARE):
                self._save()
                saved = time.monotonic()
                saving = saved - now

    def _run_slice(self) -> bool:
        """Whether all is done."""
        try:
            return self._retrograde.run(self._threads, _SLICE)
        except RangeError:  # of the number of threads
            raise
        except OverflowError:
            raise VariantError(Message("solve-too-long")) from None
        except ValueError:
            count = in_words(self._retrograde.counters()["open"])
            raise VariantError(Message("solve-too-many", {"count": count})) from None

    def _write(self) -> None:
        write_table(
            self._path,
            self._game,
            self._retrograde,
            self._figures(),
            self._threads,
            lambda done: self._report("table", done),
        )

    def _save(self) -> None:
        state_file.save(
            self._state_path,
            self._game.fingerprint,
            self._retrograde.counters(),
            self._retrograde.arrays(),
            time.monotonic() - self._began,
            time.process_time() - self._processor_began,
        )

    def _stage(self) -> tuple[Stage, float]:
        """The stage and the part of it that is done."""
        counters = self._retrograde.counters()
        stage = _STAGES[counters["stage"]]
        if stage == "search":
            return stage, counters["expanded"] / counters["open"]
        if stage == "first-pass":
            return stage, counters["chunk"] / counters["chunks"]
        return stage, sum(counters["decided"]) / counters["open"]

    def _report(self, stage: Stage, done: float) -> None:
        counters = self._retrograde.counters()
        number = _STAGES.index(stage)
        part = sum(_SHARES[:number]) + _SHARES[number] * done
        seconds = time.monotonic() - self._began
        progress = Progress(
            stage=stage,
            done=done,
            positions=counters["open"] + counters["wins_at_once"] + counters["losses_at_once"],
            open_positions=counters["open"],
            expanded=counters["expanded"],
            decided=sum(counters["decided"]),
            level=counters["level"],
            seconds=seconds,
            processor_seconds=time.process_time() - self._processor_began,
            seconds_left=seconds * (1 - part) / part if part > 0.01 else None,
        )
        self._on_progress(progress)

    def _figures(self) -> Figures:
        counters = self._retrograde.counters()
        decided = counters["decided"]
        distances = [plies for plies, count in enumerate(decided) if count]
        return Figures(
            open_won=sum(decided[1::2]),
            open_lost=sum(decided[0::2]),
            open_drawn=counters["open"] - sum(decided),
            wins_at_once=counters["wins_at_once"],
            losses_at_once=counters["losses_at_once"],
            by_distance=tuple(decided[: distances[-1] + 1] if distances else ()),
            seconds=round(time.monotonic() - self._began, 1),
            processor_seconds=round(time.process_time() - self._processor_began, 1),
        )
