"""A PostgreSQL cluster for tests: created, started and ended by them, in a folder of its own.

Without PostgreSQL's programs or its driver the tests that use it are skipped.
"""

from __future__ import annotations

import ctypes
import getpass
import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import pytest

from tests.processes import PATIENCE_S, until

_DEBIAN: Final = Path("/usr/lib/postgresql")
_PR_SET_PDEATHSIG: Final = 1


def programs() -> Path | None:
    """The folder with initdb and postgres; None if PostgreSQL is not installed."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    versions = sorted(_DEBIAN.glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    return versions[-1].parent if versions else None


class Cluster:
    """A running cluster, reachable at loopback."""

    def __init__(self, folder: Path, programs: Path, settings: Sequence[str] = ()) -> None:
        """``settings`` of PostgreSQL, as ``name=value``, come after those of the tests."""
        self._settings = [word for setting in settings for word in ("-c", setting)]
        self._data = folder / "data"
        self._programs = programs
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None
        # initdb and postgres refuse root, so another user runs them then.
        self._user = pwd.getpwnam(_ordinary_user()) if os.getuid() == 0 else None
        if self._user is not None:
            os.chown(folder, self._user.pw_uid, self._user.pw_gid)
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port: int = free.getsockname()[1]
        self.log = folder / "log"
        self._run("initdb", "-D", str(self._data), "-U", "komadai", "-A", "trust", "-E", "UTF8", "--no-sync")

    def url(self, database: str) -> str:
        """The URL of a database as ``komadai serve --database`` takes it."""
        return f"postgresql://komadai@127.0.0.1:{self.port}/{database}"

    def create(self, like: str | None = None) -> str:
        """Creates a database, empty or a copy of the one with this URL; returns its URL."""
        name = f"test_{secrets.token_hex(6)}"
        template = "template0" if like is None else like.rpartition("/")[2]
        self.sql("postgres", f"CREATE DATABASE {name} TEMPLATE {template}")
        return self.url(name)

    def sql(self, database: str, statement: str) -> str:
        """Runs a statement with psql; returns its rows, columns separated by ``|``."""
        out = subprocess.run(
            [
                str(self._programs / "psql"),
                "-XqAt",
                "-v",
                "ON_ERROR_STOP=1",
                "-c",
                statement,
                self.url(database),
            ],
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
            check=False,
        )
        assert out.returncode == 0, out.stderr
        return out.stdout.strip()

    def start(self) -> None:
        """Starts the server, and waits until it accepts connections."""
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [
                    self._programs / "postgres",
                    *("-D", str(self._data), "-p", str(self.port), "-h", "127.0.0.1"),
                    *("-k", "", "-c", "fsync=off", "-c", "max_connections=100", "-c", "shared_buffers=16MB"),
                    *self._settings,
                ],
                stdout=log,
                stderr=log,
                start_new_session=True,
                preexec_fn=_end_with_parent,
                **self._as_user(),
            )
        until(self._accepts, "PostgreSQL")

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Ends the server: SIGINT is its fast shutdown, SIGQUIT an immediate one as in a crash."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(PATIENCE_S)
            self._process = None

    def _accepts(self) -> bool:
        assert self._process is not None
        assert self._process.poll() is None, self.log.read_text()
        ready = [str(self._programs / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        return subprocess.run(ready, timeout=PATIENCE_S, check=False).returncode == 0

    def _run(self, program: str, *arguments: str) -> None:
        out = subprocess.run(
            [self._programs / program, *arguments],
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
            check=False,
            **self._as_user(),
        )
        assert out.returncode == 0, out.stderr

    def _as_user(self) -> dict[str, Any]:
        options: dict[str, Any] = {"cwd": self._folder}
        if self._user is not None:
            options |= {"user": self._user.pw_uid, "group": self._user.pw_gid, "extra_groups": []}
        return options


def _ordinary_user() -> str:
    known = {user.pw_name for user in pwd.getpwall()}
    return next((name for name in ("postgres", "nobody") if name in known), getpass.getuser())


def _end_with_parent() -> None:
    """Lets the kernel end the server if the tests are killed."""
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGQUIT)


@contextmanager
def cluster(settings: Sequence[str] = ()) -> Iterator[Cluster]:
    """A running cluster; skips the test if PostgreSQL or its driver is missing."""
    found = programs()
    if found is None:
        pytest.skip("PostgreSQL is not installed")
    if find_spec("asyncpg") is None:
        pytest.skip("the package asyncpg is not installed")
    # Not below pytest's folder, which other users cannot enter.
    with tempfile.TemporaryDirectory(prefix="komadai-postgresql-") as folder:
        made = Cluster(Path(folder), found, settings)
        made.start()
        try:
            yield made
        finally:
            made.stop(signal.SIGQUIT)
