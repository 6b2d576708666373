"""The share of a processor that the search thread gets: small if other programs compute on this machine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic, thread_time
from typing import Final

_HALF: Final = 2.0
"""Seconds of searching after which earlier measurements count half."""
_ENOUGH: Final = 0.75
"""Two games at once on two cores leave each search nine tenths; four busy processes a core leave a fifth."""


class ProcessorShare:
    """Measured by the search thread, read by any other."""

    def __init__(self) -> None:
        self._received, self._wanted = 0.0, 0.0

    @contextmanager
    def measured(self) -> Iterator[None]:
        """Measures a block that could use a whole processor."""
        began, before = monotonic(), thread_time()
        yield
        wanted, received = monotonic() - began, thread_time() - before
        old = 0.5 ** (wanted / _HALF)
        self._received, self._wanted = self._received * old + received, self._wanted * old + wanted

    @property
    def enough(self) -> bool:
        """Whether the search thread gets nearly all it can use; False before the first measurement."""
        return self._wanted > 0 and self._received >= _ENOUGH * self._wanted
