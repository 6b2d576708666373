"""When Python's garbage collector runs in a server: seldom, and only on new objects while games are played.

A full collection looks at every object of every game in memory. At 2,000 games it stops the server for so
long that moves made meanwhile arrive late. Reference counts free nearly everything at once; what is left are
cycles, and those can wait for a quiet minute.
"""

from __future__ import annotations

import gc
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final

from komadai.server.periodic import Periodic

YOUNG_OBJECTS: Final = 50_000
"""After so many new objects the collector looks at the new ones."""
YOUNG_COLLECTIONS: Final = 20
"""After so many collections of new objects it also looks at those that outlived one."""
NEVER: Final = 1 << 30
LOOK_EVERY_S: Final = 60.0
LATEST_S: Final = 3600.0
"""A full collection waits for this time at most."""


@asynccontextmanager
async def collected_seldom(is_busy: Callable[[], bool]) -> AsyncIterator[None]:
    """Collects cycles of old objects only in minutes in which the server is not busy, or after an hour."""
    before = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG_OBJECTS, YOUNG_COLLECTIONS, NEVER)
    waited = 0.0

    async def look() -> None:
        nonlocal waited
        waited += LOOK_EVERY_S
        if not is_busy() or waited >= LATEST_S:
            gc.collect()
            waited = 0.0

    periodic = Periodic(look, LOOK_EVERY_S, "collect cycles of old objects", at_once=False)
    try:
        yield
    finally:
        await periodic.close()
        gc.set_threshold(*before)
        gc.unfreeze()
