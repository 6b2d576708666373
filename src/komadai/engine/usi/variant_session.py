"""The part of the USI engine that plays a variant: it has its own search, and one thread for each ``go``."""

from __future__ import annotations

import threading
from collections.abc import Callable
from random import Random
from typing import Any

from komadai._core import (
    UsiPipe,
    VariantMateSearch,
    VariantSearch,
    parse_go,
    usi_info_line,
    usi_info_string,
)
from komadai.engine.protocol.limits import Limits
from komadai.engine.usi.options import Settings
from komadai.engine.usi.time_manager import Budget, budget
from komadai.errors import KomadaiError
from komadai.variants import Board, Move, Variant
from komadai.variants.levels import level as level_of
from komadai.variants.search import native_search, smallest

_DELAY_MARGIN_MS = 20
"""Milliseconds of a clock reserved for delays of the machine."""
_GRACE_SECONDS = 0.05
"""Seconds after the search's deadline at which the pipe answers in its place."""
_MATE_NODES = 2_000_000


class VariantSession:
    """Executes the commands of USI for one variant, and answers by the pipe."""

    def __init__(self, variant: Variant, pipe: UsiPipe, settings: Settings) -> None:
        self._pipe = pipe
        self._settings = settings
        self._variant = variant
        self._search: VariantSearch = native_search(variant, settings.number("USI_Hash"))
        self._mate: VariantMateSearch | None = None
        self._board: Board | None = Board(variant)
        self._thread: threading.Thread | None = None
        self._may_answer = threading.Event()
        self._budget: Budget | None = None
        self._pondering = False
        self.new_game()

    @property
    def is_searching(self) -> bool:
        """Whether a search runs that has not been answered."""
        return self._thread is not None and self._thread.is_alive() and not self._pipe.answered

    def new_game(self) -> None:
        """Forgets the game before. Waits for a search that was answered."""
        self._join()
        self._search.clear()
        self._seed = Random(self._settings.number("Seed") or None).getrandbits(63)

    def resize(self) -> None:
        """Gives the search the memory of USI_Hash."""
        self._join()
        self._search.resize(self._settings.number("USI_Hash"))

    def set_position(self, words: list[str]) -> None:
        """Executes ``position``; a wrong one is reported and leaves none."""
        self._board = None
        try:
            self._board = _board_of(self._variant, words)
        except KomadaiError as error:
            self._pipe.write(usi_info_string(str(error)))

    def go(self, words: list[str]) -> None:
        """Executes ``go``. The answer comes from the search's thread, or from the pipe if that is late."""
        self._join()
        read = parse_go(
            words, lambda text: self._board is not None and self._board.parse_move(text) is not None
        )
        ponder, names, unknown = read.pop("ponder"), read.pop("searchmoves"), read.pop("unknown")
        limits = Limits(**read)
        if unknown:
            self._pipe.write(usi_info_string(f"not understood: {' '.join(unknown)}"))
        board, failure = self._board, "bestmove resign" if limits.mate is None else "checkmate timeout"
        if board is None:
            self._pipe.write(usi_info_string("there is no position to search"))
            self._pipe.write(failure)
            return
        moves = [move for move in map(board.parse_move, names) if move is not None]
        legal = board.legal_moves
        # Positions that repetition ends are still played on by some GUIs.
        answer = f"bestmove {(moves or legal)[0].usi()}" if legal and limits.mate is None else failure
        number = self._pipe.begin(answer)
        self._may_answer.clear()
        self._pondering = ponder
        margin = self._settings.number("ByoyomiMargin")
        if limits.movetime is None:
            margin += _DELAY_MARGIN_MS
        self._budget = budget(limits, board.turn, margin, board.move_number - 1)
        waits = ponder or (limits.infinite and limits.mate is None)
        if not waits:
            self._may_answer.set()
        now = None if waits else self._budget
        if now is not None:
            self._pipe.answer_in(now.hard / 1000 + _GRACE_SECONDS)
        if limits.mate is not None:
            self._mate = VariantMateSearch(board)
            if limits.mate:
                self._pipe.answer_in(limits.mate / 1000)
            work: Callable[..., None] = self._find_mate
            arguments: tuple[Any, ...] = (number, self._mate)
        else:
            self._search.arm()
            work = self._think
            arguments = (number, board, limits, moves, now, answer)
        self._thread = threading.Thread(target=work, args=arguments, name="search", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Ends the search; its answer follows at once."""
        self._may_answer.set()
        self._search.stop()
        if self._mate is not None:
            self._mate.stop()

    def ponderhit(self) -> None:
        """The expected move was played: the clock of the ``go`` command runs."""
        if not self._pondering:
            return
        self._pondering = False
        if self._budget is not None:
            self._search.set_time(self._budget.soft, self._budget.hard)
            self._pipe.answer_in(self._budget.hard / 1000 + _GRACE_SECONDS)
        self._may_answer.set()

    def close(self) -> None:
        """Stops the search and waits for its end."""
        self.stop()
        self._join()

    def _join(self) -> None:
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def _think(
        self, number: int, board: Board, limits: Limits, moves: list[Move], time: Budget | None, answer: str
    ) -> None:
        level = level_of(self._settings.number("Level"))
        try:
            best, ponder, _ = self._search.go(
                board,
                depth=smallest(limits.depth, level.depth),
                nodes=smallest(limits.nodes, level.nodes),
                soft_ms=time.soft if time else 0,
                hard_ms=time.hard if time else 0,
                multipv=self._settings.number("MultiPV"),
                moves=moves,
                overlook=level.overlook,
                noise=level.noise,
                exchanges=level.exchanges,
                seed=self._seed,
                on_report=lambda report: self._report(number, report),
            )
            answer = "bestmove resign" if best is None else _bestmove(best, ponder)
        finally:
            self._may_answer.wait()
            self._pipe.answer(number, answer)

    def _report(self, number: int, report: dict[str, Any]) -> None:
        pv = report["pv"]
        if report["multipv"] == 1 and pv:
            self._pipe.set_best_answer(number, _bestmove(pv[0], pv[1] if len(pv) > 1 else None))
        self._pipe.write_info(number, usi_info_line(report))

    def _find_mate(self, number: int, search: VariantMateSearch) -> None:
        answer = "checkmate timeout"
        try:
            found, moves, _ = search.solve(_MATE_NODES)
            if found:
                answer = "checkmate " + " ".join(move.usi() for move in moves)
            elif found is False:
                answer = "checkmate nomate"
        finally:
            self._pipe.answer(number, answer)


def _bestmove(move: Move, ponder: Move | None) -> str:
    return f"bestmove {move.usi()}" + (f" ponder {ponder.usi()}" if ponder is not None else "")


def _board_of(variant: Variant, words: list[str]) -> Board:
    """The board of the words after ``position``. Raises KomadaiError."""
    at = words.index("moves") if "moves" in words else len(words)
    start, moves = words[:at], words[at + 1 :]
    sfen = " ".join(start[1:]) if start[:1] == ["sfen"] else None
    board = Board(variant, sfen)
    for usi in moves:
        board.push_usi(usi)
    return board
