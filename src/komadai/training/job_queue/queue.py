"""The queue: a folder of jobs, run one after the other in the order in which they were added.

- ``jobs/00001-NAME.toml`` (or ``.json``): the configuration of a job;
- ``NAME/``: its folder. ``done.json`` there has the report of a finished job, ``failure.txt`` the error of
  the last try, ``progress.txt`` the state of the work;
- ``stop``: a running queue ends when this file appears; the next run removes it;
- ``lock``: locked by the process that runs the queue.

Paths in a configuration are relative to the folder of the queue, so ``gen1/positions.psv`` is a file of the
job gen1. A finished job is never run again. A job that was killed goes on with what is on the disk.
"""

from __future__ import annotations

import json
import re
import tomllib
from contextlib import contextmanager
from dataclasses import dataclass, replace
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, Literal

from komadai.atomic_file import appearing
from komadai.errors import KomadaiError
from komadai.file_lock import Taken, lock
from komadai.training.job_queue.jobs import Job, Resources, read_job
from komadai.training.job_queue.settings_table import ConfigError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

_PROGRESS_SECONDS: Final = 5.0
_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_FILE: Final = re.compile(r"(\d{5})-(.+)\.(toml|json)")
_RESERVED: Final = {"jobs", "lock", "stop"}


class QueueError(KomadaiError):
    """A queue that cannot be used: in use, a job with a bad name, a job that failed."""


class QueueFailed(QueueError):
    """A job failed, or another process runs the queue."""

    exit_status = 1


class QueueStopped(Exception):
    """The queue was asked to end; the job goes on when it runs again."""


@dataclass(frozen=True)
class QueuedJob:
    """A job of the queue and its state."""

    name: str
    path: Path
    """The configuration."""
    folder: Path
    state: Literal["waiting", "begun", "failed", "done"]
    text: str
    """The state of the work, or the error."""

    def report(self) -> dict[str, Any]:
        """The report of a finished job. Raises OSError, ValueError."""
        report: dict[str, Any] = json.loads((self.folder / "done.json").read_text(encoding="utf-8"))
        return report


class Queue:
    """The folder is made when a job is added."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def jobs(self) -> list[QueuedJob]:
        """All jobs in their order."""
        found = []
        for path in sorted((self.folder / "jobs").glob("*-*")):
            match = _FILE.fullmatch(path.name)
            if match:
                found.append(self._job(match[2], path))
        return found

    def add(self, configuration: Path, name: str | None = None) -> QueuedJob:
        """Adds the job of a TOML file at the end. The name is that of the file unless it is given.

        Raises QueueError for a bad name or one that is taken, ConfigError, OSError.
        """
        suffix = ".json" if configuration.suffix == ".json" else ".toml"
        try:
            text = configuration.read_text(encoding="utf-8")
        except UnicodeError as error:
            raise ConfigError(f"{configuration}: cannot be read: not UTF-8") from error
        return self.add_text(text, name or configuration.stem, suffix, str(configuration))

    def add_text(self, text: str, name: str, suffix: str, where: str) -> QueuedJob:
        """Adds a job whose configuration is TOML (``suffix`` ".toml") or JSON (".json") as :meth:`add` does.

        ``where`` is the beginning of the text of an error.
        """
        if not _NAME.fullmatch(name) or name in _RESERVED:
            raise QueueError(f"job {name!r}: expected a name of letters, digits and - . _")
        _read(text, suffix, where)
        jobs = self.jobs()
        if any(job.name == name for job in jobs):
            raise QueueError(f"{self.folder}: there is a job {name} already")
        number = 1 + max((int(job.path.name[:5]) for job in jobs), default=0)
        path = self.folder / "jobs" / f"{number:05}-{name}{suffix}"
        path.parent.mkdir(parents=True, exist_ok=True)
        with appearing(path, durable=True) as hidden:
            hidden.write_text(text, encoding="utf-8")
        return self._job(name, path)

    @property
    def is_running(self) -> bool:
        """Whether a process runs the jobs."""
        if not self.folder.exists():
            return False
        try:
            with self._locked():
                return False
        except QueueError:
            return True

    def stop(self) -> bool:
        """Asks the running process to end; False if there is none. Raises OSError."""
        if not self.is_running:
            return False
        (self.folder / "stop").touch()
        return True

    def run(self, resources: Resources, on_progress: Callable[[QueuedJob], object] = lambda job: None) -> int:
        """Runs the jobs that are not done, also those added meanwhile; returns the number of jobs finished.

        ``resources.report`` gets the state of each job; ``on_progress`` each job when it begins and when it
        is done. Raises QueueError for a job that fails, with which the queue ends; QueueStopped after
        :meth:`stop`; OSError.
        """
        finished = 0
        with self._locked():
            stop = self.folder / "stop"
            stop.unlink(missing_ok=True)
            while (job := next((each for each in self.jobs() if each.state != "done"), None)) is not None:
                on_progress(job)
                self._run(job, resources)
                finished += 1
                on_progress(self._job(job.name, job.path))
                if stop.exists():
                    raise QueueStopped
        return finished

    def _run(self, job: QueuedJob, resources: Resources) -> None:
        job.folder.mkdir(parents=True, exist_ok=True)
        failure = job.folder / "failure.txt"
        failure.unlink(missing_ok=True)
        last = -_PROGRESS_SECONDS
        stop = self.folder / "stop"

        def report(text: str) -> None:
            nonlocal last
            if stop.exists():
                raise QueueStopped
            if monotonic() - last >= _PROGRESS_SECONDS:
                last = monotonic()
                with appearing(job.folder / "progress.txt") as hidden:
                    hidden.write_text(text + "\n", encoding="utf-8")
            resources.report(text)

        try:
            settings = _read(job.path.read_text(encoding="utf-8"), job.path.suffix, job.path.name)
            facts = settings.run(job.folder, replace(resources, base=self.folder, report=report))
        except (KomadaiError, OSError) as error:
            with appearing(failure) as hidden:
                hidden.write_text(f"{error}\n", encoding="utf-8")
            raise QueueFailed(f"job {job.name}: {error}") from error
        with appearing(job.folder / "done.json", durable=True) as hidden:
            hidden.write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")

    def _job(self, name: str, path: Path) -> QueuedJob:
        folder = self.folder / name
        state: Literal["waiting", "begun", "failed", "done"]
        if (folder / "done.json").exists():
            state, text = "done", ""
        elif (folder / "failure.txt").exists():
            state, text = "failed", _text(folder / "failure.txt")
        elif folder.exists():
            state, text = "begun", _text(folder / "progress.txt")
        else:
            state, text = "waiting", ""
        return QueuedJob(name, path, folder, state, text)

    @contextmanager
    def _locked(self) -> Iterator[None]:
        self.folder.mkdir(parents=True, exist_ok=True)
        with (self.folder / "lock").open("ab") as file:
            try:
                lock(file.fileno())
            except Taken:
                raise QueueFailed(f"{self.folder}: another process runs this queue") from None
            yield


def _read(text: str, suffix: str, where: str) -> Job:
    try:
        table = json.loads(text) if suffix == ".json" else tomllib.loads(text)
    except ValueError as error:
        raise ConfigError(f"{where}: {error}") from None
    if not isinstance(table, dict):
        raise ConfigError(f"{where}: expected a table")
    return read_job(table, where)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8").strip()
    except OSError:
        return ""
