"""When a machine with several workers is healthy."""

from __future__ import annotations

import pytest

from komadai.server.worker_states import MISSING_S, WorkerStates


@pytest.mark.parametrize(
    ("states", "age_s", "healthy"),
    [
        (WorkerStates(), 1e9, True),
        (WorkerStates(2, False, {2: 0.0}), 0.0, False),
        (WorkerStates(2, True), 1e9, True),
        (WorkerStates(2, True, {2: 0.0}), MISSING_S - 1, True),
        (WorkerStates(2, True, {2: 0.0}), MISSING_S, False),
        (WorkerStates(2, True, {2: MISSING_S}), 0.0, False),
        (WorkerStates(2, True, {1: 0.0, 2: 0.0}), 0.0, False),
    ],
    ids=[
        "one process",
        "not all have accepted once",
        "all accept",
        "one is missing for a short time",
        "one is missing for a minute now",
        "one is missing for a minute",
        "none accepts",
    ],
)
def test_a_machine_is_healthy_if_all_have_accepted_and_none_is_missing_for_a_minute(
    states: WorkerStates, age_s: float, healthy: bool
) -> None:
    assert states.are_healthy(age_s) is healthy


def test_the_workers_that_accept_are_those_that_are_not_missing() -> None:
    assert WorkerStates(3, True, {2: 5.0}).accepting == (1, 3)
