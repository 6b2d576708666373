"""What all tests share."""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests import processes

# The same examples in every run: a red build must mean that the code changed. To go hunting,
# use --hypothesis-profile=explore.
settings.register_profile(
    "fixed",
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "explore", deadline=None, max_examples=2000, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("fixed")

# Data that lies beside a checkout of the makers, never in it.
SHARED_DATA = Path(__file__).resolve().parents[2] / "shared" / "data"


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "slow: takes more than a few seconds (`-m 'not slow'` leaves it out)")
    processes.restore_signals()
    os.environ.setdefault(processes.RUN, str(os.getpid()))


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Kills what is left by workers that were killed themselves."""
    if "PYTEST_XDIST_WORKER" not in os.environ and (left := processes.left_by_run()):
        print("\nLeft by tests, and killed:", *left, sep="\n  ")
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture(scope="session", autouse=True)
def no_process_outlives_the_run() -> Iterator[None]:
    """Fails the last test of a worker if tests or fixtures left processes behind."""
    yield
    if left := processes.left_by_run(os.environ.get("PYTEST_XDIST_WORKER")):
        pytest.fail("left by tests, and killed:\n" + "\n".join(left))


@pytest.fixture(autouse=True)
def the_log_goes_where_it_went() -> Iterator[None]:
    """Undoes what a server that a test starts in this process does to the loggers."""
    loggers = [logging.getLogger(name) for name in ("komadai", "uvicorn")]
    before = [(each.handlers, each.level, each.propagate) for each in loggers]
    yield
    for logger, (handlers, level, propagate) in zip(loggers, before, strict=True):
        logger.handlers, logger.level, logger.propagate = handlers, level, propagate


@pytest.fixture(scope="module", autouse=True)
def no_process_outlives_its_module(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fails the last test of a file if the file's tests leave child processes running."""
    yield
    if left := processes.left_by(request.node.nodeid):
        pytest.fail("left by tests of this file, and killed:\n" + "\n".join(left))


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of shared data; skips the test where it is missing."""
    if not SHARED_DATA.is_dir():
        pytest.skip(f"no shared data at {SHARED_DATA}")
    return SHARED_DATA


@pytest.fixture(scope="session")
def perft_data(shared_data: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((shared_data / "perft.json").read_text())
    return data
