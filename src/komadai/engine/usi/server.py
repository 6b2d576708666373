"""Our engine as a USI program: what ``komadai usi`` runs.

The main thread listens, a second one thinks (in native code, without the interpreter's lock), and the native
pipe keeps the clock: it knows when a line came and the best move so far, and gives that as the answer where
the search is kept from it. Nothing that comes in ends the program but ``quit`` or the end of the input: what
is not understood is answered by an ``info string``.
"""

from __future__ import annotations

import os
import re
import sys
import threading
from collections.abc import Callable
from functools import partial
from queue import SimpleQueue
from random import Random
from time import monotonic
from typing import Any

import komadai
from komadai import Board
from komadai._core import MateSolver, Search, UsiPipe
from komadai.engine.protocol.limits import Limits
from komadai.engine.protocol.options import find
from komadai.engine.protocol.position import board_of
from komadai.engine.usi import opening_book, search_mode
from komadai.engine.usi.cpu_share import ProcessorShare
from komadai.engine.usi.go_command import Turn, bestmove
from komadai.engine.usi.mate_command import answer
from komadai.engine.usi.opening_book import BookMoves
from komadai.engine.usi.options import OPTIONS, Settings
from komadai.engine.usi.resignation import Patience, odds
from komadai.engine.usi.search_request import Question, glance, level_of, question
from komadai.engine.usi.time_manager import Budget, budget
from komadai.errors import KomadaiError

_SURE = {True: 1.5, False: 2.5}
"""So many times the worst delay seen lately is kept back: for who waits for the answer, and for ourselves
unless the threads that keep our clock go before all others."""
_LOADED = 0.036
"""Seconds by which a loaded machine is expected to be late at worst, though it has not been yet. With what is
kept back for that a virtual one may stand still for 60 ms, as one did for 54 in 36 minutes."""
_CURIOUS = 3.0
"""Seconds for which the machine is watched when a clock may run soon."""
_HELP = 0.001
"""Seconds by which the search may miss its own deadline before the pipe answers for it."""
_SHORT_MS = 500
"""A move so short may have passed before the machine wakes the thinker."""
_STOPPING = 0.004
"""Seconds for the search to obey ``stop`` before the pipe answers for it."""
_STOPPING_MATE = 0.007
"""The same for the mate solver, which may have found a mate and not yet the whole line."""
_ENDING = 10.0
_ON_ITS_WAY = 0.05
_SAME_MOVE = 0.1
"""Seconds within which ``go`` follows what the GUI says before it for the same move."""
_MATE_MARGIN_MS = 50
_STACK_BYTES = 16 * 2**20
"""The deepest search takes about one megabyte; some systems give a thread far less."""


class UsiServer:
    """One engine talking USI through a pipe."""

    def __init__(self, pipe: UsiPipe) -> None:
        self._pipe = pipe
        self._settings = Settings()
        self._book = BookMoves(self._settings)
        self._transitions: tuple[tuple[int, int], ...] | None = None
        # The memory is for one of the two.
        self._search: Search | None = None
        self._solver: MateSolver | None = None
        self._lent = False
        """Whether the solver has the search's memory."""
        self._dirty = False
        """Whether the search remembers anything."""
        self._board: Board | None = Board()
        # One thread thinks all the time it is needed: starting one anew for every move would cost
        # milliseconds on a busy machine.
        self._work: SimpleQueue[tuple[Turn, Callable[[], str]] | None] = SimpleQueue()
        self._thinker = threading.Thread(target=self._obey, name="thinker", daemon=True)
        self._idle = threading.Event()
        """Set while the thinker has nothing to do."""
        self._idle.set()
        self._turn: Turn | None = None
        self._move_began = 0.0
        """When the GUI first said anything about the move it will ask for next."""
        self._share = ProcessorShare()
        self._chance = Random()
        self._patience = Patience()
        self._new_game()
        usual = threading.stack_size(_STACK_BYTES)
        self._thinker.start()
        threading.stack_size(usual)

    # -- what comes in

    def serve(self) -> None:
        """Obeys what comes through the pipe until ``quit`` or its end."""
        ringing = True
        while ringing:
            ringing = bool(os.read(self._pipe.doorbell, 4096))
            for line, age in self._pipe.take():
                if line is None:
                    self._tell("a line of more than a megabyte is not read")
                elif not self.handle(_text(line), monotonic() - age):
                    return

    def handle(self, line: str, came: float | None = None) -> bool:
        """Obeys one line, which came at this moment of ``monotonic()`` (None: now). False after ``quit``."""
        came = monotonic() if came is None else came
        words = line.split()
        if not words:
            return True
        match words[0]:
            case "usi":
                self._introduce()
            case "isready":
                self._pipe.look(_CURIOUS)
                # No clock runs: what has been answered may come to its end. What still thinks is ready.
                if self._idle.is_set() or (self._pipe.answered and self._idle.wait(_ENDING)):
                    self._prepare()
                    self._book.prepare()
                self._write("readyok")
            case "setoption":
                if self._is_idle("setoption"):
                    self._set_option(line)
            case "usinewgame":
                if self._is_idle("usinewgame"):
                    self._new_game()
            case "position":
                self._begin_move(came)
                self._set_position(words[1:])
            case "go":
                self._begin_move(came)
                if self._is_idle("go", at_once=False):
                    self._go(words[1:])
            case "stop":
                if self._turn is not None and self._turn.pondering:
                    self._begin_move(came)  # another move than the expected one was played
                self._stop()
            case "ponderhit":
                self._ponderhit(came)
            case "gameover":
                self._stop()
                self._patience = Patience()
            case "quit":
                self.close()
                return False
            case word:
                self._tell(f"unknown command: {word[:50]}")
        return True

    def close(self) -> None:
        """Stops thinking and waits until that is done."""
        self._stop()
        self._work.put(None)
        self._thinker.join()

    def _introduce(self) -> None:
        self._write(f"id name Komadai {komadai.__version__}")
        self._write("id author The Komadai authors")
        for option in OPTIONS.values():
            self._write(option.line())
        self._write("usiok")

    def _prepare(self) -> Search:
        self._take_back()
        if self._search is None:
            search = self._search = Search(_SMALLEST)
            self._resize(search)
            self._tell_search("Threads")
            try:
                self._tell_search("EvalFile")
            except (KomadaiError, OSError) as error:  # it was named before there was a search to read it
                self._settings.set(OPTIONS["EvalFile"], "")
                self._tell(f"{error}; the built-in evaluation is used")
            if self._transitions is not None:
                self._tell_search("SearchMode")
            # The first search of all pays for what the others find ready.
            search.arm()
            search.go(Board(), depth=1)
            self._dirty = True
        self._forget_games()
        return self._search

    def _forget_games(self) -> None:
        """Large tables take seconds to clear: that is done at ``isready``, when no clock runs."""
        if self._dirty and self._search is not None:
            self._search.clear()
        self._dirty = False

    def _take_less_memory(self) -> None:
        self._settings.set(OPTIONS["USI_Hash"], OPTIONS["USI_Hash"].default)
        self._tell(f"not enough memory, USI_Hash is {self._settings.number('USI_Hash')}")

    def _resize(self, search: Search) -> None:
        try:
            search.resize(self._settings.number("USI_Hash"))
        except MemoryError:
            self._take_less_memory()
            search.resize(self._settings.number("USI_Hash"))

    def _take_back(self) -> None:
        """What the mate solver had is the search's again: a gigabyte takes a second or two."""
        self._solver = None
        if self._lent and self._search is not None:
            self._resize(self._search)
        self._lent = False

    def _prepare_mate(self) -> MateSolver:
        if self._search is not None and not self._lent:
            # The search keeps as little as it needs to answer at once when it is asked next.
            self._search.resize(min(_KEPT, self._settings.number("USI_Hash")))
            self._lent = True
        if self._solver is None:
            try:
                self._solver = MateSolver(self._settings.number("USI_Hash"))
            except MemoryError:
                self._take_less_memory()
                self._solver = MateSolver(self._settings.number("USI_Hash"))
        return self._solver

    def _set_option(self, line: str) -> None:
        words = line.split(maxsplit=2)
        if len(words) < 3 or words[1] != "name":
            return self._tell("expected: setoption name <name> [value <value>]")
        # A value is taken as it stands: it may be the name of a file with two blanks in it.
        at = _VALUE.search(words[2])
        name = " ".join(words[2][: at.start() if at else None].split())
        value = words[2][at.end() :].strip() if at else ""
        option = find(OPTIONS, name)
        if option is None:
            return self._tell(f"unknown option: {name[:50]}")
        before = self._settings.value(option.name)
        try:
            self._settings.set(option, value)
            if option.name == "USI_Hash":
                self._solver = None
            if option.name in search_mode.OPTIONS:
                self._transitions = search_mode.transition_counts(self._settings)
            self._tell_search(option.name)
            if option.name in opening_book.OPTIONS:
                book, self._book = self._book, BookMoves(self._settings)
                book.close()
        except MemoryError:
            self._settings.set(option, before)
            self._tell(f"not enough memory, {option.name} stays {before}")
        except (KomadaiError, OSError) as error:
            self._settings.set(option, before)
            self._tell(str(error))
        else:
            if option.name in ("Seed", "Level"):
                self._new_game()

    def _tell_search(self, option: str) -> None:
        """Hands an option on that the native search has to know."""
        search = self._search
        if search is None:
            return
        match option:
            case "USI_Hash":
                search.resize(self._settings.number(option))
                self._lent = False
            case "Threads":
                search.set_threads(self._settings.number(option))
            case "EvalFile":
                search.load_evaluation(self._settings.text(option))
            case "SearchMode" | "TransitionFile":
                search.set_transitions(self._transitions)

    def _new_game(self) -> None:
        self._chance = Random(self._settings.number("Seed") or None)
        self._seed = self._chance.getrandbits(63)
        self._patience = Patience()
        self._forget_games()

    def _set_position(self, words: list[str]) -> None:
        self._board = None
        try:
            self._board = board_of(" ".join(words))
        except KomadaiError as error:
            self._tell(str(error))

    def _begin_move(self, came: float) -> None:
        if came - self._move_began > _SAME_MOVE:
            self._move_began = came

    # -- thinking

    def _go(self, words: list[str]) -> None:
        limits, ponder, strange = Limits.parse(words)
        if strange:
            self._tell(f"not understood: {' '.join(strange)}")
        board = self._board
        if board is None:
            self._tell("there is no position to think about")
            return self._resign(Turn(Board(), limits, pondering=ponder))
        illegal = [move.usi() for move in limits.searchmoves if not board.is_legal(move)]
        if illegal:
            rest = "left out" if len(illegal) < len(limits.searchmoves) else "all moves are searched"
            self._tell(f"searchmoves: illegal here: {' '.join(illegal)}; {rest}")
        turn = Turn(board, limits, pondering=ponder)
        turn.number = self._pipe.begin(turn.first)
        self._turn = turn
        if limits.mate is not None:
            return self._go_mate(turn)
        turn.budget = budget(limits, board.turn, self._margin_ms(limits), board.move_number - 1)
        now: Budget | None = None
        if not ponder and not limits.infinite:
            turn.may_answer.set()
            if turn.budget is not None:
                now = turn.budget.less(round((monotonic() - self._move_began) * 1000))
                self._pipe.answer_in(now.hard / 1000 + _HELP)
        # The clock is kept from here on, whether or not the last search has come to its end. Where the
        # machine doesn't let it, this one is answered without a search: the next must not wait for it.
        ended = self._idle.wait(_ENDING if now is None else min(now.hard / 1000 + _HELP, _ENDING))
        if now is not None and not ended:
            self._move_began = 0.0
            return
        search = self._search if self._search is not None else self._prepare()
        if (
            self._lent
            and not ponder
            and (now is None or now.hard > _TAKES * self._settings.number("USI_Hash"))
        ):
            self._take_back()
        asked = question(self._settings, turn, self._seed)
        search.arm()
        if now is not None:
            if now.hard <= _SHORT_MS:
                self._glance(search, turn, asked)
            now = turn.budget.less(round((monotonic() - self._move_began) * 1000)) if turn.budget else None
        self._move_began = 0.0
        self._begin(turn, lambda: self._think(search, turn, asked, now))

    def _glance(self, search: Search, turn: Turn, asked: Question) -> None:
        """Where the machine keeps the thinker waiting until time is up, this is what is known."""
        best = search.go(turn.board, **glance(asked))[0]
        if best is not None:
            self._pipe.know(turn.number, bestmove(best))
        search.arm()

    def _margin_ms(self, limits: Limits) -> int:
        margin = self._settings.number("ByoyomiMargin")
        if limits.movetime is not None:
            return margin  # no flag falls: what the machine may take is no reason to think less
        # A loaded machine stays loaded: what it did a minute ago it will do again.
        late = self._pipe.lateness if self._share.enough else max(self._pipe.long_lateness, _LOADED)
        return margin + round(1000 * late * _SURE[self._pipe.prompt])

    def _go_mate(self, turn: Turn) -> None:
        turn.may_answer.set()
        limit = turn.limits.mate or 0
        if limit:
            self._pipe.answer_in(limit / 1000)
        self._idle.wait(_ENDING)
        limit -= min(_MATE_MARGIN_MS, limit // 10)
        self._begin(turn, lambda: self._think_of_mate(turn, limit))

    def _think_of_mate(self, turn: Turn, limit_ms: int) -> str:
        solver = self._prepare_mate()
        solver.arm()
        if turn.stopped:
            return turn.none
        threads = self._settings.number("Threads")
        return answer(solver, turn.board, limit_ms, threads, partial(self._pipe.tell, turn.number))

    def _resign(self, turn: Turn) -> None:
        """No move can be made; but an endless search is answered only when it is stopped."""
        if not turn.pondering and not turn.limits.infinite:
            return self._write(turn.none)
        turn.number = self._pipe.begin(turn.none)
        self._turn = turn
        self._idle.wait(_ENDING)
        self._begin(turn, lambda: turn.none)

    def _begin(self, turn: Turn, think: Callable[[], str]) -> None:
        self._idle.clear()
        self._work.put((turn, think))

    def _obey(self) -> None:
        while (work := self._work.get()) is not None:
            turn, think = work
            self._pipe.think()
            try:
                # The machine may let it begin when its time has passed.
                answer = turn.first if self._pipe.answered else think()
            except Exception as error:
                # The GUI waits for an answer whatever happened here.
                answer = turn.none
                sys.excepthook(*sys.exc_info())
                self._pipe.tell(turn.number, _string(f"internal error: {type(error).__name__}: {error}"))
            self._pipe.know(turn.number, answer)
            turn.may_answer.wait()
            self._pipe.answer(turn.number, answer)
            self._idle.set()

    def _think(self, search: Search, turn: Turn, asked: Question, time: Budget | None) -> str:
        """The answer: what the book or the search says. No ``time`` yet where it ponders."""
        board = turn.board
        if not len(board.legal_moves):
            return turn.none
        if turn.is_free and (move := self._book.choose(board, self._chance)) is not None:
            self._pipe.tell(turn.number, _string(f"{move.usi()} is from the book"))
            return bestmove(move)
        if self._book.trouble:
            self._pipe.tell(turn.number, _string(self._book.trouble))
        self._dirty = True
        with self._share.measured():
            best, ponder, declares, report = search.go(
                board,
                soft_ms=time.soft if time else 0,
                hard_ms=time.hard if time else 0,
                on_report=partial(_report, self._pipe, turn.number),
                **asked,
            )
        if declares:
            return "bestmove win"
        value, level = self._settings.number("ResignValue"), level_of(self._settings)
        if best is None or (turn.plays and self._patience.ends(level, report, value, odds(board))):
            return "bestmove resign"
        return bestmove(best, ponder)

    def _stop(self) -> None:
        turn = self._turn
        if turn is not None and not self._pipe.answered:
            turn.stopped = True  # known before the solver, which may only just come into being, is asked
            self._pipe.answer_in(_STOPPING if turn.limits.mate is None else _STOPPING_MATE)
            turn.may_answer.set()
        for thinking in (self._search, self._solver):
            if thinking is not None:
                thinking.stop()

    def _ponderhit(self, came: float) -> None:
        turn = self._turn
        if turn is None or not turn.pondering or self._pipe.answered:
            return
        turn.pondering = False
        if self._search is not None and turn.budget is not None:
            time = turn.budget.after_ponder(round((came - turn.start) * 1000))
            time = time.less(round((monotonic() - came) * 1000))
            self._search.set_time(time.soft, time.hard)
            self._pipe.answer_in(time.hard / 1000 + _HELP)
        turn.may_answer.set()

    def _is_idle(self, command: str, *, at_once: bool = True) -> bool:
        """Whether nothing is thought about; else the GUI is told.

        What is stopped or answered has its end before it, as soon as the machine lets it. It is waited for,
        unless that may be done later (not ``at_once``).
        """
        turn = self._turn
        if turn is None or self._idle.is_set():
            return True
        if turn.stopped or self._pipe.answered:
            return not at_once or self._idle.wait(_ENDING)
        # Of a search with a clock the answer may be on its way out at this moment.
        if self._idle.wait(_ON_ITS_WAY if turn.may_answer.is_set() else 0):
            return True
        self._tell(f"{command}: thinking, send stop first")
        return False

    # -- what goes out

    def _tell(self, text: str) -> None:
        self._write(_string(text))

    def _write(self, line: str) -> None:
        self._pipe.write(line)


_SMALLEST = 1
_KEPT = 16
"""Megabytes that the search keeps while the mate solver has its memory."""
_TAKES = 20
"""Of a move that has so many milliseconds for each megabyte, the time to get the rest is a small part."""
_LONGEST_STRING = 200
_VALUE = re.compile(r"\svalue(\s|$)")


def _text(line: bytes) -> str:
    """What came, in UTF-8 as a rule. The name of a file may be any bytes, and is to be found by them."""
    is_setting = line.lstrip().startswith(b"setoption")
    return line.decode(errors="surrogateescape" if is_setting else "replace")


def _string(text: str) -> str:
    shown = "".join(letter if letter.isprintable() else "?" for letter in " ".join(text.split()))
    return "info string " + (shown if len(shown) <= _LONGEST_STRING else shown[:_LONGEST_STRING] + " …")


def _report(pipe: UsiPipe, turn: int, report: dict[str, Any]) -> None:
    time, nodes, pv = report["time_ms"], report["nodes"], report["pv"]
    nps = nodes * 1000 // max(time, 1)
    if report["multipv"] == 1 and report["bound"] != "upper" and pv:
        pipe.know(turn, bestmove(pv[0], pv[1] if len(pv) > 1 else None))
    score = f"cp {report['cp']}" if report["mate"] is None else f"mate {report['mate']}"
    pipe.tell(
        turn,
        f"info depth {report['depth']} seldepth {report['seldepth']} multipv {report['multipv']}"
        f" score {score}{_BOUNDS[report['bound']]} time {time} nodes {nodes} nps {nps}"
        f" hashfull {report['hashfull']} pv {' '.join(move.usi() for move in pv)}",
    )


_BOUNDS = {"exact": "", "lower": " lowerbound", "upper": " upperbound"}


def main() -> int:
    """Talks USI over standard input and output until ``quit``."""
    server = UsiServer(UsiPipe(sys.stdin.fileno(), sys.stdout.fileno()))
    try:
        server.serve()
    finally:
        server.close()
    return 0
