"""The share of a processor that the search thread gets: small if other programs compute on this machine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic, thread_time
from typing import Final

_HALF_LIFE: Final = 2.0
"""Seconds of searching after which earlier measurements count half."""
_MIN_SHARE: Final = 0.75
"""The share that counts as nearly a whole processor. With two games at once on two cores each search gets
nine tenths of one; with four busy processes on each core a fifth."""


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
        old = 0.5 ** (wanted / _HALF_LIFE)
        self._received, self._wanted = self._received * old + received, self._wanted * old + wanted

    @property
    def is_enough(self) -> bool:
        """Whether the search thread gets nearly all it can use; False before the first measurement."""
        return self._wanted > 0 and self._received >= _MIN_SHARE * self._wanted
