"""Pairings are made beside the event loop: of few players in a thread, of many in a process of their own.

Pairing is plain Python. For two hundred players it takes half a minute of a processor, in which it would
slow down everything else in the server's process. So it runs beside it, at low priority, one round at a time.
An arena pairs again and again, and is never refused: its process stays alive, and arenas wait for it.

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
from collections.abc import Awaitable, Callable, Sequence
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Final

from komadai.errors import KomadaiError
from komadai.tournaments import EventError
from komadai.tournaments.kinds.arena.pairing import Waiting, pairs
from komadai.tournaments.kinds.swiss.caissify import DutchSystem
from komadai.tournaments.kinds.swiss.pairing import SwissPair, SwissPlayer

FEW: Final = 40
"""Up to this number of players the server pairs a round itself: starting a process would take longer."""


class Unanswered(Exception):
    """A command has asked for pairings that are not known yet."""

    def __init__(self, answer: Callable[[], Awaitable[None]]) -> None:
        super().__init__()
        self.answer: Final = answer
        """Makes them known. Raises EventError."""


class Asked:
    """The pairings that one command asks for; of a round as a `komadai.tournaments.swiss.SwissSystem`."""

    def __init__(self, rounds: PairingProcess, arenas: ArenaProcess) -> None:
        self._rounds: Final = rounds
        self._arenas: Final = arenas
        self._known: Final[dict[Any, Any]] = {}

    def pair(self, players: Sequence[SwissPlayer], round_number: int, rounds: int) -> list[SwissPair]:
        """The pairings of a round. Raises Unanswered."""
        question = tuple(players), round_number, rounds
        found: list[SwissPair] = self._answer(
            question, lambda: asyncio.to_thread(self._rounds.pair, *question)
        )
        return found

    def match(self, waiting: Waiting) -> list[tuple[int, int]]:
        """Pairs the players of an arena who are free now. Raises Unanswered."""
        found: list[tuple[int, int]] = self._answer(waiting, lambda: self._arenas.pairs(waiting))
        return found

    def _answer(self, question: Any, ask: Callable[[], Awaitable[Any]]) -> Any:
        async def answer() -> None:
            self._known[question] = await ask()

        if question not in self._known:
            raise Unanswered(answer)
        return self._known[question]


class PairingProcess:
    """The Dutch system, as a `komadai.tournaments.swiss.SwissSystem`."""

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
    _beside_the_server()
    try:
        answers.send(DutchSystem().pair(players, round_number, rounds))
    except KomadaiError as error:
        answers.send(error)


class ArenaProcess:
    """Pairs arenas of many free players, one after the other, in a process that stays alive."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._process: BaseProcess | None = None
        self._questions: Connection | None = None
        self._closed = False

    async def pairs(self, waiting: Waiting) -> list[tuple[int, int]]:
        """Pairs the players who are free now. Other calls wait meanwhile without a thread. Raises EventError
        once it is closed."""
        if len(waiting.numbers) <= FEW:
            return await asyncio.to_thread(pairs, waiting)
        async with self._turn:
            return await asyncio.to_thread(self._ask, waiting)

    def _ask(self, waiting: Waiting) -> list[tuple[int, int]]:
        for _ in range(2):  # the process may have been killed
            if self._closed:
                break
            try:
                questions = self._running()
                questions.send(waiting)
                found: list[tuple[int, int]] = questions.recv()
                return found
            except (EOFError, OSError):
                self._end()
        raise EventError.with_code("event-pairing-stopped")

    def _running(self) -> Connection:
        """The connection to the process, which is begun if it does not run."""
        if self._questions is None:
            context = multiprocessing.get_context("spawn")
            self._questions, theirs = context.Pipe()
            process = context.Process(target=_pair_arenas, args=(theirs,), name="arenas", daemon=True)
            process.start()
            self._process = process
            theirs.close()
            if self._closed:  # meanwhile
                raise EOFError
        return self._questions

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join()
        if self._questions is not None:
            self._questions.close()
        self._process = self._questions = None

    def close(self) -> None:
        """Ends the process; the arena that waits for it is refused."""
        self._closed = True
        if self._turn.locked():
            if self._process is not None:
                self._process.kill()  # who waits for it ends it
        else:
            self._end()


def _pair_arenas(questions: Connection) -> None:
    """The main function of the process. It ends with the server's."""
    _beside_the_server()
    while True:
        try:
            questions.send(pairs(questions.recv()))
        except (EOFError, OSError):
            return


def _beside_the_server() -> None:
    """A process gives way to the server's, and ends with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(10)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=lambda: (wait([parent.sentinel]), os._exit(0)), daemon=True).start()
