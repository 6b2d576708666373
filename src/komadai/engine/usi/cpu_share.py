"""How much of a processor the thinker gets: whether others compute on this machine, too."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic, thread_time
from typing import Final

_HALF: Final = 2.0
"""Seconds of thinking after which what was seen before counts half."""
_ENOUGH: Final = 0.75
"""Two games at once on two cores leave each thinker nine tenths; four busy processes a core leave a fifth."""


class ProcessorShare:
    """Measured by the thread that thinks, asked by any other."""

    def __init__(self) -> None:
        self._got, self._wanted = 0.0, 0.0

    @contextmanager
    def measured(self) -> Iterator[None]:
        """What is done here would take a whole processor."""
        began, had = monotonic(), thread_time()
        yield
        wanted, got = monotonic() - began, thread_time() - had
        old = 0.5 ** (wanted / _HALF)
        self._got, self._wanted = self._got * old + got, self._wanted * old + wanted

    @property
    def enough(self) -> bool:
        """Whether the thinker has nearly all it could use. Not before anything is known."""
        return self._wanted > 0 and self._got >= _ENOUGH * self._wanted
