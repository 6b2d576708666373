"""Our engine as a USI program: what ``komadai usi`` runs.

The main thread executes commands, a second one searches (in native code, without the interpreter's lock), and
the native pipe keeps the clock: it records when a line arrived and the best move so far, and sends that move
if the search is late. Only ``quit`` and the end of the input end the program; an unknown command is answered
by an ``info string``.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from functools import partial
from queue import SimpleQueue
from random import Random
from time import monotonic
from typing import TYPE_CHECKING, Any

import komadai
from komadai import Board
from komadai._core import (
    MateSolver,
    ResignationTracker,
    Search,
    UsiPipe,
    delay_reserve_ms,
    read_setoption,
    usi_info_line,
    usi_info_string,
)
from komadai.engine.protocol.limits import Limits
from komadai.engine.protocol.options import find
from komadai.engine.protocol.position import board_of
from komadai.engine.usi import opening_book, policy_value_search, search_mode
from komadai.engine.usi.cpu_share import ProcessorShare
from komadai.engine.usi.go_command import GoCommand, bestmove
from komadai.engine.usi.mate_command import answer
from komadai.engine.usi.opening_book import BookMoves
from komadai.engine.usi.options import OPTIONS, SEARCH_MODES, Settings
from komadai.engine.usi.policy_value_search import PolicyValueSearch
from komadai.engine.usi.search_request import SearchRequest, level_of, odds, quick_request, search_request
from komadai.engine.usi.time_manager import Budget, budget
from komadai.errors import EvaluationFileError, KomadaiError
from komadai.variants import Variant

if TYPE_CHECKING:
    from komadai.engine.usi.variant_session import VariantSession

_WATCH_SECONDS = 3.0
"""Seconds for which the machine's delays are measured when a clock may run soon."""
_SEARCH_GRACE = 0.001
"""Seconds after the search's deadline at which the pipe answers in its place."""
_SHORT_MS = 500
"""Milliseconds of a move that may be over before the machine wakes the search thread."""
_STOP_SECONDS = 0.004
"""Seconds after ``stop`` at which the pipe answers in place of the search."""
_STOP_MATE_SECONDS = 0.007
"""The same for the mate solver, which may have found a mate but not yet its whole line."""
_END_SECONDS = 10.0
_ANSWER_SECONDS = 0.05
_SAME_MOVE_SECONDS = 0.1
"""Seconds between a GUI's first command for a move and its ``go``."""
_MATE_MARGIN_MS = 50
_VARIANT_OPTIONS = ("USI_Variant", "UCI_Variant")
_VARIANT_COMMANDS = ("isready", "usinewgame", "position", "go", "stop", "ponderhit", "gameover")
"""The commands that a session of a variant executes."""
_STACK_BYTES = 16 * 2**20
"""The deepest search takes about one megabyte; some systems give a thread far less."""


class UsiServer:
    """The USI engine on a pipe."""

    def __init__(self, pipe: UsiPipe) -> None:
        self._pipe = pipe
        self._settings = Settings()
        self._book = BookMoves(self._settings)
        self._transitions: tuple[tuple[int, int], ...] | None = None
        # Only one of the two has the memory of USI_Hash at a time.
        self._search: Search | None = None
        self._solver: MateSolver | None = None
        self._solver_has_memory = False
        """Whether the solver has the search's memory."""
        self._tables_used = False
        """Whether the search's tables have entries."""
        self._policy_value: PolicyValueSearch | None = None
        """The search of SearchMode PolicyValue, once its model is loaded."""
        self._variant: VariantSession | None = None
        """The player of variants other than shogi."""
        self._board: Board | None = Board()
        # One thread for all searches: starting one for every move would cost milliseconds on a busy machine.
        self._work: SimpleQueue[tuple[GoCommand, Callable[[], str]] | None] = SimpleQueue()
        self._search_thread = threading.Thread(target=self._run_searches, name="search", daemon=True)
        self._idle = threading.Event()
        """Set while no search runs."""
        self._idle.set()
        self._go_command: GoCommand | None = None
        self._move_began = 0.0
        """When the GUI sent its first command for the next move."""
        self._cpu_share = ProcessorShare()
        self._rng = Random()
        self._resignation = ResignationTracker()
        self._new_game()
        default_size = threading.stack_size(_STACK_BYTES)
        self._search_thread.start()
        threading.stack_size(default_size)

    # -- commands

    def serve(self) -> None:
        """Executes the commands of the pipe until ``quit`` or its end."""
        is_open = True
        while is_open:
            is_open = bool(os.read(self._pipe.wakeup_fd, 4096))
            for line, age in self._pipe.read_lines():
                if line is None:
                    self._write_string("a line of more than a megabyte is not read")
                elif not self.handle(_text(line), monotonic() - age):
                    return

    def handle(self, line: str, arrived: float | None = None) -> bool:
        """Executes a line that arrived at this time of ``monotonic()`` (None: now). False after ``quit``."""
        arrived = monotonic() if arrived is None else arrived
        words = line.split()
        if not words:
            return True
        if self._variant is not None and words[0] in _VARIANT_COMMANDS:
            self._handle_variant(self._variant, words)
            return True
        match words[0]:
            case "usi":
                self._introduce()
            case "isready":
                self._pipe.watch_for(_WATCH_SECONDS)
                # No clock runs: a search that was answered may end. A search that still runs is ready.
                if self._idle.is_set() or (self._pipe.answered and self._idle.wait(_END_SECONDS)):
                    self._prepare()
                    self._book.prepare()
                    if policy_value_search.is_chosen(self._settings) and self._policy_value is None:
                        self._write_string(
                            "SearchMode PolicyValue needs the option DNN_Model; PrincipalVariation is used"
                        )
                self._write("readyok")
            case "setoption":
                if self._is_idle("setoption"):
                    self._set_option(line)
            case "usinewgame":
                if self._is_idle("usinewgame"):
                    self._new_game()
            case "position":
                self._begin_move(arrived)
                self._set_position(words[1:])
            case "go":
                self._begin_move(arrived)
                if self._is_idle("go", at_once=False):
                    self._go(words[1:])
            case "stop":
                if self._go_command is not None and self._go_command.pondering:
                    self._begin_move(arrived)  # the opponent did not play the expected move
                self._stop()
            case "ponderhit":
                self._ponderhit(arrived)
            case "gameover":
                self._stop()
                self._resignation = ResignationTracker()
            case "quit":
                self.close()
                return False
            case word:
                self._write_string(f"unknown command: {word[:50]}")
        return True

    def _handle_variant(self, session: VariantSession, words: list[str]) -> None:
        if words[0] not in ("stop", "ponderhit", "isready", "position", "gameover") and session.is_searching:
            return self._write_string(f"{words[0]}: a search is running, send stop first")
        match words[0]:
            case "isready":
                self._write("readyok")
            case "usinewgame":
                session.new_game()
            case "position":
                session.set_position(words[1:])
            case "go":
                session.go(words[1:])
            case "stop" | "gameover":
                session.stop()
            case "ponderhit":
                session.ponderhit()

    def close(self) -> None:
        """Stops the search and waits for its end."""
        if self._variant is not None:
            self._variant.close()
        self._stop()
        self._work.put(None)
        self._search_thread.join()

    def _introduce(self) -> None:
        self._write(f"id name Komadai {komadai.__version__}")
        self._write("id author The Komadai authors")
        for line in self._settings.lines():
            self._write(line)
        self._write("usiok")

    def _prepare(self) -> Search:
        self._restore_memory()
        if self._search is None:
            search = self._search = Search(_MIN_MEGABYTES)
            self._resize(search)
            self._apply_to_search("Threads")
            try:
                self._apply_to_search("EvalFile")
            except (KomadaiError, OSError) as error:  # the option was set before the search existed
                self._settings.reset("EvalFile")
                self._write_string(f"EvalFile: {error}; the built-in evaluation is used")
            if self._settings.text("SearchMode") != SEARCH_MODES[0]:
                self._apply_to_search("SearchMode")
            # The first search initializes what later ones use.
            search.arm()
            search.go(Board(), depth=1)
            self._tables_used = True
        self._clear_tables()
        return self._search

    def _clear_tables(self) -> None:
        """Clears the tables; large ones take seconds, so this is done at ``isready``, when no clock runs."""
        if self._tables_used and self._search is not None:
            self._search.clear()
        self._tables_used = False

    def _reset_hash_size(self) -> None:
        self._settings.reset("USI_Hash")
        self._write_string(f"not enough memory, USI_Hash is {self._settings.number('USI_Hash')}")

    def _resize(self, search: Search) -> None:
        try:
            search.resize(self._settings.number("USI_Hash"))
        except MemoryError:
            self._reset_hash_size()
            search.resize(self._settings.number("USI_Hash"))

    def _restore_memory(self) -> None:
        """Gives the mate solver's memory back to the search: a gigabyte takes a second or two."""
        self._solver = None
        if self._solver_has_memory and self._search is not None:
            self._resize(self._search)
        self._solver_has_memory = False

    def _prepare_mate(self) -> MateSolver:
        if self._search is not None and not self._solver_has_memory:
            # The search keeps as little as it needs to answer the next request at once.
            self._search.resize(min(_KEPT_MEGABYTES, self._settings.number("USI_Hash")))
            self._solver_has_memory = True
        if self._solver is None:
            try:
                self._solver = MateSolver(self._settings.number("USI_Hash"))
            except MemoryError:
                self._reset_hash_size()
                self._solver = MateSolver(self._settings.number("USI_Hash"))
        return self._solver

    def _set_option(self, line: str) -> None:
        read = read_setoption(line)
        if read is None:
            return self._write_string("expected: setoption name <name> [value <value>]")
        name, value = read
        option = find(OPTIONS, name)
        if option is None:
            return self._write_string(f"unknown option: {name[:50]}")
        if self._variant is not None and self._variant.is_searching:
            return self._write_string("setoption: a search is running, send stop first")
        before = self._settings.text(option.name)
        try:
            self._settings.set(option, value)
            if option.name in _VARIANT_OPTIONS:
                return self._set_variant(self._settings.text(option.name))
            if option.name == "USI_Hash" and self._variant is not None:
                self._variant.resize()
            if option.name == "USI_Hash":
                self._solver = None
            if option.name in search_mode.OPTIONS:
                self._transitions = search_mode.transition_counts(self._settings)
            if option.name in policy_value_search.OPTIONS:
                self._policy_value = policy_value_search.load(self._settings)
            self._apply_to_search(option.name)
            if option.name in opening_book.OPTIONS:
                book, self._book = self._book, BookMoves(self._settings)
                book.close()
        except MemoryError:
            self._settings.set(option, before)
            self._write_string(f"not enough memory, {option.name} stays {before}")
        except EvaluationFileError as error:
            self._settings.set(option, before)
            self._write_string(f"EvalFile: {error}; the evaluation stays")
        except (KomadaiError, OSError) as error:
            self._settings.set(option, before)
            self._write_string(str(error))
        else:
            if option.name in ("Seed", "Level"):
                self._new_game()

    def _set_variant(self, name: str) -> None:
        """Hands the commands of a game over to a session of this variant, or takes them back for shogi."""
        for option in _VARIANT_OPTIONS:
            self._settings.set(OPTIONS[option], name)
        if self._variant is not None:
            self._variant.close()
            self._variant = None
        if name != "shogi":
            from komadai.engine.usi.variant_session import VariantSession

            self._variant = VariantSession(Variant.named(name), self._pipe, self._settings)

    def _apply_to_search(self, option: str) -> None:
        """Sets an option in the native search."""
        search = self._search
        if search is None:
            return
        match option:
            case "USI_Hash":
                search.resize(self._settings.number(option))
                self._solver_has_memory = False
            case "Threads":
                search.set_threads(self._settings.number(option))
            case "EvalFile" | "FV_SCALE":
                search.load_evaluation(self._settings.text("EvalFile"), self._settings.number("FV_SCALE"))
            case "SearchMode" | "TransitionFile":
                search.set_transitions(self._transitions)
                search.set_full_width(self._settings.text("SearchMode") == "FullWidth")

    def _new_game(self) -> None:
        self._rng = Random(self._settings.number("Seed") or None)
        self._seed = self._rng.getrandbits(63)
        self._resignation = ResignationTracker()
        self._clear_tables()

    def _set_position(self, words: list[str]) -> None:
        self._board = None
        try:
            self._board = board_of(" ".join(words))
        except KomadaiError as error:
            self._write_string(str(error))

    def _begin_move(self, arrived: float) -> None:
        if arrived - self._move_began > _SAME_MOVE_SECONDS:
            self._move_began = arrived

    # -- searching

    def _go(self, words: list[str]) -> None:
        limits, ponder, unknown = Limits.parse(words)
        if unknown:
            self._write_string(f"not understood: {' '.join(unknown)}")
        board = self._board
        if board is None:
            self._write_string("there is no position to search")
            return self._answer_failure(GoCommand(Board(), limits, pondering=ponder))
        illegal = [move.usi() for move in limits.searchmoves if not board.is_legal(move)]
        if illegal:
            rest = "left out" if len(illegal) < len(limits.searchmoves) else "all moves are searched"
            self._write_string(f"searchmoves: illegal here: {' '.join(illegal)}; {rest}")
        command = GoCommand(board, limits, pondering=ponder)
        command.number = self._pipe.begin(command.fallback_answer)
        self._go_command = command
        if limits.mate is not None:
            return self._go_mate(command)
        command.budget = budget(limits, board.turn, self._margin_ms(limits), board.move_number - 1)
        now: Budget | None = None
        if not ponder and not limits.infinite:
            command.may_answer.set()
            if command.budget is not None:
                now = command.budget.less(round((monotonic() - self._move_began) * 1000))
                self._pipe.answer_in(now.hard / 1000 + _SEARCH_GRACE)
        # From here on the pipe answers at the deadline. If the last search does not end in time, this one is
        # answered without a search: the next command must not wait for it.
        wait = _END_SECONDS if now is None else min(now.hard / 1000 + _SEARCH_GRACE, _END_SECONDS)
        ended = self._idle.wait(wait)
        if now is not None and not ended:
            self._move_began = 0.0
            return
        search = self._search if self._search is not None else self._prepare()
        if (
            self._solver_has_memory
            and not ponder
            and (now is None or now.hard > _RESIZE_FACTOR * self._settings.number("USI_Hash"))
        ):
            self._restore_memory()
        request = search_request(self._settings, command, self._seed)
        thinker = self._policy_value or search
        thinker.arm()
        if now is not None:
            if now.hard <= _SHORT_MS:
                self._set_first_answer(search, command, request)
            spent_ms = round((monotonic() - self._move_began) * 1000)
            now = command.budget.less(spent_ms) if command.budget else None
        self._move_began = 0.0
        self._begin(command, lambda: self._think(thinker, command, request, now))

    def _set_first_answer(self, search: Search, command: GoCommand, request: SearchRequest) -> None:
        """Sets the answer of a quick search, in case the machine does not run the search thread in time."""
        search.arm()
        best = search.go(command.board, **quick_request(request))[0]
        if best is not None:
            self._pipe.set_best_answer(command.number, bestmove(best))
        search.arm()

    def _margin_ms(self, limits: Limits) -> int:
        margin = self._settings.number("ByoyomiMargin")
        if limits.movetime is not None:
            return margin  # no flag falls: delays of the machine do not matter
        pipe = self._pipe
        return margin + delay_reserve_ms(
            pipe.lateness,
            pipe.long_lateness,
            has_priority=pipe.has_priority,
            is_loaded=not self._cpu_share.is_enough,
        )

    def _go_mate(self, command: GoCommand) -> None:
        command.may_answer.set()
        limit = command.limits.mate or 0
        if limit:
            self._pipe.answer_in(limit / 1000)
        self._idle.wait(_END_SECONDS)
        limit -= min(_MATE_MARGIN_MS, limit // 10)
        self._begin(command, lambda: self._think_of_mate(command, limit))

    def _think_of_mate(self, command: GoCommand, limit_ms: int) -> str:
        solver = self._prepare_mate()
        solver.arm()
        if command.stopped:
            return command.failure_answer
        threads = self._settings.number("Threads")
        write = partial(self._pipe.write_info, command.number)
        return answer(solver, command.board, limit_ms, threads, write)

    def _answer_failure(self, command: GoCommand) -> None:
        """Answers a ``go`` without a position; an endless search is answered only when it is stopped."""
        if not command.pondering and not command.limits.infinite:
            return self._write(command.failure_answer)
        command.number = self._pipe.begin(command.failure_answer)
        self._go_command = command
        self._idle.wait(_END_SECONDS)
        self._begin(command, lambda: command.failure_answer)

    def _begin(self, command: GoCommand, think: Callable[[], str]) -> None:
        self._idle.clear()
        self._work.put((command, think))

    def _run_searches(self) -> None:
        while (work := self._work.get()) is not None:
            command, think = work
            self._pipe.set_search_thread()
            try:
                # The thread may start after its time is over.
                answer = command.fallback_answer if self._pipe.answered else think()
            except Exception as error:
                # The GUI waits for an answer in any case.
                answer = command.failure_answer
                sys.excepthook(*sys.exc_info())
                text = f"internal error: {type(error).__name__}: {error}"
                self._pipe.write_info(command.number, usi_info_string(text))
            self._pipe.set_best_answer(command.number, answer)
            command.may_answer.wait()
            self._pipe.answer(command.number, answer)
            self._idle.set()

    def _think(
        self,
        search: Search | PolicyValueSearch,
        command: GoCommand,
        request: SearchRequest,
        time: Budget | None,
    ) -> str:
        """The answer of the book or the search. ``time`` is None while pondering."""
        board = command.board
        if not len(board.legal_moves):
            return command.failure_answer
        if command.is_free and (move := self._book.choose(board, self._rng)) is not None:
            self._pipe.write_info(command.number, usi_info_string(f"{move.usi()} is from the book"))
            return bestmove(move)
        if self._book.error:
            self._pipe.write_info(command.number, usi_info_string(self._book.error))
        self._tables_used = True
        report = partial(_report, self._pipe, command.number)
        soft, hard = (time.soft, time.hard) if time else (0, 0)
        if isinstance(search, PolicyValueSearch):
            write = self._pipe.write_info
            best, ponder, declares, last = search.go(
                board,
                soft_ms=soft,
                hard_ms=hard,
                on_report=report,
                on_text=lambda text: write(command.number, usi_info_string(text)),
                **request,
            )
        else:
            with self._cpu_share.measured():
                best, ponder, declares, last = search.go(
                    board, soft_ms=soft, hard_ms=hard, on_report=report, **request
                )
        if declares:
            return "bestmove win"
        if best is None:
            return "bestmove resign"
        value = self._settings.number("ResignValue")
        # Counted in all games: the level may be changed in the middle of one.
        is_lost = command.has_clock and self._resignation.should_resign(last, value, odds(board))
        if is_lost and level_of(self._settings).resigns:
            return "bestmove resign"
        return bestmove(best, ponder)

    def _stop(self) -> None:
        command = self._go_command
        if command is not None and not self._pipe.answered:
            command.stopped = True  # set first: the solver may not have been created yet
            self._pipe.answer_in(_STOP_SECONDS if command.limits.mate is None else _STOP_MATE_SECONDS)
            command.may_answer.set()
        for searching in (self._search, self._policy_value, self._solver):
            if searching is not None:
                searching.stop()

    def _ponderhit(self, arrived: float) -> None:
        command = self._go_command
        if command is None or not command.pondering or self._pipe.answered:
            return
        command.pondering = False
        thinker = self._policy_value or self._search
        if thinker is not None and command.budget is not None:
            time = command.budget.after_ponder(round((arrived - command.start) * 1000))
            time = time.less(round((monotonic() - arrived) * 1000))
            thinker.set_time(time.soft, time.hard)
            self._pipe.answer_in(time.hard / 1000 + _SEARCH_GRACE)
        command.may_answer.set()

    def _is_idle(self, name: str, *, at_once: bool = True) -> bool:
        """Whether no search runs; otherwise the GUI gets a message.

        A search that was stopped or answered ends soon. With ``at_once`` this waits for its end.
        """
        command = self._go_command
        if command is None or self._idle.is_set():
            return True
        if command.stopped or self._pipe.answered:
            return not at_once or self._idle.wait(_END_SECONDS)
        # The answer of a search with a clock may be sent at this moment.
        if self._idle.wait(_ANSWER_SECONDS if command.may_answer.is_set() else 0):
            return True
        self._write_string(f"{name}: a search is running, send stop first")
        return False

    # -- output

    def _write_string(self, text: str) -> None:
        self._write(usi_info_string(text))

    def _write(self, line: str) -> None:
        self._pipe.write(line)


_MIN_MEGABYTES = 1
_KEPT_MEGABYTES = 16
"""Megabytes that the search keeps while the mate solver has its memory."""
_RESIZE_FACTOR = 20
"""If a move has this many milliseconds per megabyte, allocating the memory takes a small part of it."""


def _text(line: bytes) -> str:
    """A line as text, in UTF-8. The bytes of a file name in ``setoption`` are kept as they are."""
    is_setting = line.lstrip().startswith(b"setoption")
    return line.decode(errors="surrogateescape" if is_setting else "replace")


def _report(pipe: UsiPipe, turn: int, report: dict[str, Any]) -> None:
    pv = report["pv"]
    if report["multipv"] == 1 and report["bound"] != "upper" and pv:
        pipe.set_best_answer(turn, bestmove(pv[0], pv[1] if len(pv) > 1 else None))
    pipe.write_info(turn, usi_info_line(report))


def main() -> int:
    """Runs the engine on standard input and output until ``quit``."""
    server = UsiServer(UsiPipe(sys.stdin.fileno(), sys.stdout.fileno()))
    try:
        server.serve()
    finally:
        server.close()
    return 0
