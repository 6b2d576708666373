"""Pairings are made beside the event loop: those of many players of a Swiss round in a process of their own.

Pairing is plain Python. For two hundred players it takes half a minute of a processor, in which it would
slow down everything else in the server's process. So it runs beside it, at low priority, one round at a time.

A command decides on the event loop, where nothing changes meanwhile. It asks `Asked` for pairings: if they
are not known yet, it is interrupted by `Unanswered`, and decided again when they are. So no thread reads an
event; it gets only the values that were asked about.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Sequence
from functools import partial
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Final

from komadai.errors import KomadaiError
from komadai.events import EventError
from komadai.events.caissify import DutchSystem
from komadai.events.swiss import SwissPair, SwissPlayer

FEW: Final = 40
"""Up to this number of players the server pairs a round itself: starting a process would take longer."""


class Unanswered(Exception):
    """A command has asked for pairings that are not known yet."""

    def __init__(self, work: Callable[[], None]) -> None:
        super().__init__()
        self._work: Final = work

    async def answer(self) -> None:
        """Makes them known. Raises EventError."""
        await asyncio.to_thread(self._work)


class Asked:
    """The pairings that one command asks for, as a `komadai.events.swiss.SwissSystem`."""

    def __init__(self, process: PairingProcess) -> None:
        self._process: Final = process
        self._answers: Final[dict[tuple[Any, ...], list[SwissPair]]] = {}

    def pair(self, players: Sequence[SwissPlayer], round_number: int, rounds: int) -> list[SwissPair]:
        """The pairings of a round. Raises Unanswered."""
        question = tuple(players), round_number, rounds
        if question not in self._answers:
            raise Unanswered(partial(self._ask, question))
        return self._answers[question]

    def _ask(self, question: tuple[Any, ...]) -> None:
        self._answers[question] = self._process.pair(*question)


class PairingProcess:
    """The Dutch system, as a `komadai.events.swiss.SwissSystem`."""

    def __init__(self) -> None:
        self._one = threading.Lock()
        self._running: BaseProcess | None = None
        self._closed = False

    def pair(self, players: Sequence[SwissPlayer], round_number: int, rounds: int) -> list[SwissPair]:
        """The pairings of a round. Raises EventError, also while another large round is paired: those who
        wait would take threads from the rest of the server."""
        if len(players) <= FEW:
            return DutchSystem().pair(players, round_number, rounds)
        if not self._one.acquire(blocking=False):
            raise EventError.with_code("event-pairing-busy")
        try:
            return self._pair(players, round_number, rounds)
        finally:
            self._one.release()

    def _pair(self, players: Sequence[SwissPlayer], round_number: int, rounds: int) -> list[SwissPair]:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe(duplex=False)
        work = (theirs, list(players), round_number, rounds)
        self._running = context.Process(target=_work, args=work, name="pairing", daemon=True)
        try:
            if self._closed:
                raise EventError.with_code("event-pairing-stopped")
            self._running.start()
            theirs.close()
            answer: list[SwissPair] | KomadaiError = ours.recv()
        except EOFError:
            raise EventError.with_code("event-pairing-stopped") from None
        finally:
            ours.close()
            if self._running.pid is not None:
                self._running.join()
            self._running = None
        if isinstance(answer, KomadaiError):
            raise answer
        return answer

    def close(self) -> None:
        """Stops the pairing that runs; the command that waits for it is refused."""
        self._closed = True
        running = self._running
        if running is not None and running.pid is not None:
            running.kill()


def _work(answers: Connection, players: Sequence[SwissPlayer], round_number: int, rounds: int) -> None:
    """The main function of the process. It ends with the server's."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(10)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=lambda: (wait([parent.sentinel]), os._exit(0)), daemon=True).start()
    try:
        answers.send(DutchSystem().pair(players, round_number, rounds))
    except KomadaiError as error:
        answers.send(error)
