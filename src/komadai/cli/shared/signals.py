"""Ctrl-C that waits for what must be done wholly or not at all."""

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
    """Within it SIGTERM (``kill``, ``timeout``) ends a command as Ctrl-C does: what is done is kept."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def undisturbed() -> Iterator[None]:
    """Within it Ctrl-C waits; KeyboardInterrupt is raised at the end. For the main thread."""
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
    """Within it Ctrl-C waits too, and processes that are started never hear of it."""
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
