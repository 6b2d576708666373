"""The search of SearchMode PolicyValue: PUCT with an ONNX model, with the face of the native ``Search``."""

from __future__ import annotations

import threading
from math import log
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from komadai import Board, Move
    from komadai._core import UsiOptions
    from komadai.policy_value import PuctResult

_NODES_PER_MEGABYTE: Final = 256
_MIN_NODES: Final = 50_000
"""The largest tree with a small USI_Hash."""
_BATCH_FACTOR: Final = 1.5
"""How much longer the next batch may take than the longest one so far."""
_REPORT_SECONDS: Final = 0.5
_CP_SCALE: Final = 600
"""Centipawns of the odds e : 1."""
_MAX_CP: Final = 9999


def load(settings: UsiOptions) -> PolicyValueSearch | None:
    """The search as the options describe it; None if it is not chosen, or without a model.

    Raises ModelFileError, MissingPackageError, OSError.
    """
    path = settings.text("DNN_Model")
    if settings.text("SearchMode") != "PolicyValue" or not path:
        return None
    return PolicyValueSearch(
        path,
        batch=settings.number("DNN_Batch_Size"),
        threads=settings.number("Threads"),
        max_nodes=max(_MIN_NODES, settings.number("USI_Hash") * _NODES_PER_MEGABYTE),
    )


class PolicyValueSearch:
    """A search with a policy and a value. One call of ``go`` at a time; other threads may call the rest."""

    def __init__(self, path: str, *, batch: int, threads: int, max_nodes: int) -> None:
        """Loads the model. Raises ModelFileError, MissingPackageError, OSError."""
        from komadai.policy_value import OnnxModel, Puct, PuctSettings

        self.path: Final = path
        self.batch: Final = batch
        self.threads: Final = threads
        self._model = OnnxModel(path, threads=threads)
        self._puct = Puct(self._model, PuctSettings(batch=batch))
        self._max_nodes = max_nodes
        self._stop = threading.Event()
        self._start = 0.0
        self._deadline: float | None = None
        self._batch_began = self._longest_batch = 0.0

    def arm(self) -> None:
        """Starts the clock and clears the stop flag. To be called before ``go``."""
        self._stop.clear()
        self._start = monotonic()
        self._deadline = None

    def stop(self) -> None:
        """Ends the search after the present batch."""
        self._stop.set()

    def set_time(self, soft_ms: int, hard_ms: int) -> None:
        """Gives a running search this time, counted from now."""
        self._deadline = monotonic() + min(soft_ms, hard_ms) / 1000

    def go(
        self,
        board: Board,
        *,
        nodes: int = 0,
        soft_ms: int = 0,
        hard_ms: int = 0,
        multipv: int = 1,
        moves: Sequence[Move] = (),
        impasse: str = "none",
        compensation: tuple[int, int] = (0, 0),
        max_moves: int = 0,
        on_report: Callable[[dict[str, Any]], object] | None = None,
        on_text: Callable[[str], object] | None = None,
        **_others: object,
    ) -> tuple[Move | None, Move | None, bool, dict[str, Any]]:
        """As ``Search.go``. Depth, and the arguments that weaken the native search, change nothing.

        ``on_text`` gets the number of batches at the end.
        """
        from komadai.policy_value import ShogiGame

        limits = [limit for limit in (soft_ms, hard_ms) if limit]
        if limits:
            self._deadline = self._start + min(limits) / 1000
        game = ShogiGame(board, impasse=impasse, max_moves=max_moves, with_compensation=any(compensation))
        if game.can_declare() and not moves:
            return None, None, True, _report(0, 1.0, None, [], 0, 0, self._elapsed_ms())
        mate = board.mate_in_1()
        if mate is not None and (not moves or mate in moves):
            report = _report(1, 1.0, 1, [mate], 1, 1, self._elapsed_ms())
            if on_report is not None:
                on_report(report)
            return mate, None, False, report
        last_report = 0.0
        self._batch_began, self._longest_batch = monotonic(), 0.0

        def show(result: PuctResult) -> None:
            nonlocal last_report
            if on_report is not None and monotonic() - last_report >= _REPORT_SECONDS:
                last_report = monotonic()
                self._show(result, multipv, on_report)

        result = self._puct.search(
            game,
            min(nodes, self._max_nodes) if nodes else self._max_nodes,
            moves=moves or None,
            should_stop=self._should_stop,
            on_batch=show,
        )
        report = self._show(result, multipv, on_report)
        if on_text is not None:
            on_text(f"{result.batches} batches, {result.evaluated / result.batches:.1f} positions in each")
        variation = result.variation
        return variation[0], variation[1] if len(variation) > 1 else None, False, report

    def _should_stop(self) -> bool:
        """Whether the next batch is not to begin: it must end before the deadline."""
        now = monotonic()
        self._longest_batch = max(self._longest_batch, now - self._batch_began)
        self._batch_began = now
        if self._stop.is_set():
            return True
        return self._deadline is not None and now + _BATCH_FACTOR * self._longest_batch >= self._deadline

    def _elapsed_ms(self) -> int:
        return round((monotonic() - self._start) * 1000)

    def _show(
        self, result: PuctResult, multipv: int, on_report: Callable[[dict[str, Any]], object] | None
    ) -> dict[str, Any]:
        """Reports the best moves; returns the report of the best one."""
        order = sorted(range(len(result.moves)), key=lambda i: (i != result.best, -int(result.visits[i])))
        reports = []
        for number, index in enumerate(order[:multipv], 1):
            line = result.variation if index == result.best else [result.moves[index]]
            value, proved = float(result.values[index]), int(result.proved[index])
            if index == result.best:
                value = result.value
            if number > 1 and value != value:  # not visited
                break
            mate = proved * len(line) if proved else None
            reports.append(_report(number, value, mate, line, result.nodes, result.depth, self._elapsed_ms()))
        if on_report is not None:
            for report in reports:
                on_report(report)
        return reports[0]


def _report(
    number: int, value: float, mate: int | None, line: list[Move], nodes: int, depth: int, time_ms: int
) -> dict[str, Any]:
    """A report as those of ``Search.go``."""
    win = min(max((value + 1) / 2, 1e-6), 1 - 1e-6)
    cp = round(_CP_SCALE * log(win / (1 - win)))
    return {
        "depth": len(line),
        "seldepth": max(depth, len(line)),
        "multipv": max(number, 1),
        "cp": None if mate is not None else max(-_MAX_CP, min(cp, _MAX_CP)),
        "mate": mate,
        "won": mate is not None and mate > 0,
        "bound": "exact",
        "nodes": nodes,
        "time_ms": time_ms,
        "hashfull": 0,
        "pv": line,
    }
