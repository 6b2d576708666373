"""A replacement for Ray with the few functions that Komadai calls; it runs actors in threads.

What an actor is given is pickled, as on the way to another machine.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Sequence
from concurrent.futures import Future, InvalidStateError, ThreadPoolExecutor, wait
from contextlib import suppress
from functools import partial
from types import ModuleType, SimpleNamespace
from typing import Any


class RayError(Exception):
    """The base class of Ray's errors."""


DIED = RayError("The actor died unexpectedly.\nMore details.")


def answered(promise: Future[Any], answer: object) -> None:
    with suppress(InvalidStateError):  # it was answered already
        promise.set_result(answer)


class Handle:
    """An actor: a thread that executes calls one after the other. Calls of a dead actor end with RayError."""

    def __init__(self, made: Callable[[], Any]) -> None:
        self._thread = ThreadPoolExecutor(1)
        self._made = self._thread.submit(made)
        self._promises: list[Future[Any]] = []
        self._dead = False

    def __getattr__(self, name: str) -> SimpleNamespace:
        def remote(*arguments: Any) -> Future[Any]:
            promise: Future[Any] = Future()

            def work() -> None:
                try:
                    answer = getattr(self._made.result(), name)(*arguments)
                except Exception as error:
                    answer = RayError(repr(error))
                answered(promise, DIED if self._dead else answer)

            self._promises.append(promise)
            arguments = pickle.loads(pickle.dumps(arguments))
            self._thread.submit(work)
            return promise

        return SimpleNamespace(remote=remote)

    def die(self) -> None:
        self._dead = True
        for promise in self._promises:
            answered(promise, DIED)

    def join(self) -> None:
        """Waits for the call that the thread is executing; those after it are not begun."""
        self._thread.shutdown(cancel_futures=True)


class RayReplacement(ModuleType):
    """The functions of Ray that a match uses."""

    exceptions = SimpleNamespace(RayError=RayError)

    def __init__(self, cores: int = 2) -> None:
        super().__init__("ray")
        self.cores = cores
        self.handles: list[Handle] = []
        self.address = ""

    def init(self, address: str, **_: Any) -> None:
        if address == "nowhere:1":
            raise ConnectionError("nobody answers")
        self.address = address

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": float(self.cores)}

    def remote(self, **_: Any) -> Callable[[Callable[..., Any]], SimpleNamespace]:
        def make_remote(what: Callable[..., Any]) -> SimpleNamespace:
            def begin(*arguments: Any) -> Any:
                if isinstance(what, type):
                    self.handles.append(Handle(partial(what, *arguments)))
                    return self.handles[-1]
                promise: Future[Any] = Future()
                promise.set_result(what(*arguments))
                return promise

            return SimpleNamespace(remote=begin)

        return make_remote

    def wait(
        self, promises: Sequence[Future[Any]], num_returns: int, timeout: float
    ) -> tuple[list[Future[Any]], list[Future[Any]]]:
        mode = "FIRST_COMPLETED" if num_returns == 1 else "ALL_COMPLETED"
        done, rest = wait(promises, timeout, mode)
        return [promise for promise in promises if promise in done][:num_returns], list(rest)

    def get(self, promise: Future[Any]) -> Any:
        answer = promise.result()
        if isinstance(answer, RayError):
            raise answer
        return answer

    def kill(self, handle: Handle) -> None:
        handle.die()

    def shutdown(self) -> None:
        self.address = ""

    def join(self) -> None:
        """Waits for the threads of all actors."""
        for handle in self.handles:
            handle.join()
