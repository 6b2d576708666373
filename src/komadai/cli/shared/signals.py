"""Delays Ctrl-C until an operation is complete."""

from __future__ import annotations

import signal
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

_ENDS = (signal.SIGINT, signal.SIGTERM)
_pending = False


@contextmanager
def sigterm_as_ctrl_c() -> Iterator[None]:
    """Within this block SIGTERM (``kill``, ``timeout``) acts as Ctrl-C, so results so far are saved."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def undisturbed() -> Iterator[None]:
    """Within this block Ctrl-C is delayed; KeyboardInterrupt is raised at its end. For the main thread."""
    global _pending
    before = [(each, signal.signal(each, _remember)) for each in _ENDS]
    try:
        yield
    finally:
        for each, handler in before:
            signal.signal(each, handler)
        pending, _pending = _pending, False
    if pending:
        raise KeyboardInterrupt


@contextmanager
def held_back() -> Iterator[None]:
    """Within this block Ctrl-C is blocked, also for the processes that are started in it."""
    if hasattr(signal, "pthread_sigmask"):
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
    else:
        yield


def _remember(number: int, frame: FrameType | None) -> None:
    global _pending
    _pending = True
