"""A server collects cycles of old objects while no game is played, or after a long time."""

from __future__ import annotations

import asyncio
import gc
import weakref

import pytest

from komadai.server import garbage
from komadai.server.garbage import collected_seldom


class Cycle:
    """An object that only the garbage collector frees."""

    def __init__(self) -> None:
        self.itself = self


def old_cycle() -> weakref.ref[Cycle]:
    """A cycle that has outlived the collections of young objects, and that nobody uses."""
    cycle = Cycle()
    gc.collect(0)
    gc.collect(1)
    return weakref.ref(cycle)


@pytest.mark.parametrize(
    ("busy", "latest_s", "freed"), [(False, 9.0, True), (True, 9.0, False), (True, 0.0, True)]
)
def test_old_cycles_are_freed_in_quiet_times_or_late(
    busy: bool, latest_s: float, freed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(garbage, "LOOK_EVERY_S", 0.01)
    monkeypatch.setattr(garbage, "LATEST_S", latest_s)
    looks = 0

    def is_busy() -> bool:
        nonlocal looks
        looks += 1
        return busy

    async def serve() -> bool:
        async with collected_seldom(is_busy):
            cycle = old_cycle()
            while looks < 3:
                await asyncio.sleep(0.01)
            return cycle() is None

    before = gc.get_threshold()
    assert asyncio.run(serve()) is freed
    assert gc.get_threshold() == before
    assert gc.get_freeze_count() == 0
