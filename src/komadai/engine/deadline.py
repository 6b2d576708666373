"""The watch beside the search: it answers in time even where the search is kept from it.

On a loaded machine a thread that computes has to wait for the processor again and again, and when its
deadline comes it may be waiting: for 20 ms and more where four others want the same core. One that sleeps
until then has another chance. And since it is woken late itself, it knows how late one is woken here: that
is the margin that a clock needs on this machine, now.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from time import monotonic, sleep

_NAP = 0.005
_LONG_NAP = 0.05
_SOON = 1.0
"""Seconds before the deadline when the naps become short."""
_CURIOUS = 3.0
"""Seconds for which it goes on to watch the machine with no deadline before it."""
_FORGETS = 0.999
"""What is left of the worst delay one nap later: half of it after 3.5 s of short naps."""
_BEFORE_ANY = 0.020
"""Seconds; what a machine is taken for that has not been watched yet."""


class Watch:
    """One sleeping thread. ``set`` a deadline and what is to be called then; ``forget`` it before that."""

    def __init__(self) -> None:
        self._worst = _BEFORE_ANY
        self._due: float | None = None
        self._call: Callable[[], None] | None = None
        self._until = 0.0
        self._lock = threading.Lock()
        self._wanted = threading.Event()
        self._thread = threading.Thread(target=self._run, name="watch", daemon=True)
        self._thread.start()

    @property
    def lateness_ms(self) -> int:
        """By how much a sleeper was woken too late here lately, at worst."""
        return round(self._worst * 1000)

    def look(self) -> None:
        """Watches the machine for a while: a clock may run soon."""
        self._until = monotonic() + _CURIOUS
        self._wanted.set()

    def set(self, due: float, call: Callable[[], None]) -> None:
        """``call`` is called in the watch's thread when ``monotonic()`` is ``due``, instead of any before."""
        with self._lock:
            self._due, self._call = due, call
        self.look()

    def forget(self) -> None:
        """Nothing is to be called any more. What has begun already goes on."""
        with self._lock:
            self._due = self._call = None

    def _run(self) -> None:
        while True:
            start = monotonic()
            with self._lock:
                due, call = self._due, self._call
                if due is not None and due <= start:
                    self._due = self._call = None
            if due is not None and due <= start:
                assert call is not None
                call()
            elif due is None and start > self._until:
                self._wanted.clear()
                if start > self._until:  # still, so that no call in between is missed
                    self._wanted.wait()
            else:
                left = due - start if due is not None else 0.0
                nap = _LONG_NAP if left > _SOON else min(left or _NAP, _NAP)
                sleep(nap)
                self._worst = max(self._worst * _FORGETS, monotonic() - start - nap)
