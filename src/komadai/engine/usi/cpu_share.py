"""The share of a processor that the search thread gets: small if other programs compute on this machine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic, thread_time

from komadai import _core


class ProcessorShare(_core.ProcessorShare):
    """Measured by the search thread, read by any other."""

    @contextmanager
    def measured(self) -> Iterator[None]:
        """Measures a block that could use a whole processor."""
        began, before = monotonic(), thread_time()
        yield
        self.add(monotonic() - began, thread_time() - before)
