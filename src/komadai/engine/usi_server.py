"""Our engine as a USI program: what ``komadai usi`` runs.

The main thread listens, a second one thinks (in native code, without the interpreter's lock), and a third
one sleeps until the time is up (:mod:`komadai.engine.deadline`), so ``stop`` is heard and the clock kept
whatever happens. Nothing that comes in ends the program but ``quit`` or the end of the input: what is not
understood is answered by an ``info string``.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from queue import SimpleQueue
from random import Random
from time import monotonic
from typing import Any

import komadai
from komadai import Board
from komadai._core import MateSolver, Search
from komadai.engine.book_moves import BookMoves
from komadai.engine.deadline import Watch
from komadai.engine.declaring import declaration
from komadai.engine.input_lines import LONGEST, lines
from komadai.engine.levels import LEVELS
from komadai.engine.limits import Limits
from komadai.engine.mate import answer
from komadai.engine.options import find
from komadai.engine.resigning import Patience, odds
from komadai.engine.timing import Budget, budget
from komadai.engine.turn import Turn, bestmove
from komadai.engine.usi_options import OPTIONS, Settings
from komadai.errors import KomadaiError

_SURE = 2
"""So many times the worst delay seen lately is kept back: ours when ``go`` comes, and that of who waits."""
_HELP = 0.001
"""Seconds by which the search may miss its own deadline before the watch answers for it."""
_STOPPING = 0.004
"""Seconds for the search to obey ``stop`` before the watch answers for it."""
_ENDING = 10.0
_ON_ITS_WAY = 0.05
_SAME_MOVE = 0.1
"""Seconds within which ``go`` follows what the GUI says before it for the same move."""
_MATE_MARGIN_MS = 50
_VARIED_PLIES = 12
_VARIED_NOISE = 8
_STACK_BYTES = 16 * 2**20
"""The deepest search takes about one megabyte; some systems give a thread far less."""


class UsiServer:
    """One engine talking USI. ``write`` takes a line; it is called from three threads, one at a time."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write_line = write
        self._writing = threading.Lock()
        self._settings = Settings()
        self._book = BookMoves(self._settings)
        # The memory is for one of the two.
        self._search: Search | None = None
        self._solver: MateSolver | None = None
        self._dirty = False
        """Whether the search remembers anything."""
        self._board: Board | None = Board()
        # One thread thinks all the time it is needed: starting one anew for every move would cost
        # milliseconds on a busy machine.
        self._work: SimpleQueue[tuple[Turn, Callable[[Turn], str]] | None] = SimpleQueue()
        self._thinker = threading.Thread(target=self._obey, name="thinker", daemon=True)
        self._idle = threading.Event()
        """Set while the thinker has nothing to do."""
        self._idle.set()
        self._turn: Turn | None = None
        self._watch = Watch()
        self._move_began = 0.0
        """When the GUI first said anything about the move it will ask for next."""
        self._chance = Random()
        self._patience = Patience()
        self._new_game()
        usual = threading.stack_size(_STACK_BYTES)
        self._thinker.start()
        threading.stack_size(usual)

    # -- what comes in

    def handle(self, line: str) -> bool:
        """Obeys one line. False after ``quit``."""
        words = line.split()
        if not words:
            return True
        match words[0]:
            case "usi":
                self._introduce()
            case "isready":
                self._watch.look()
                if self._idle.is_set():  # else all is ready, or it couldn't think
                    self._prepare()
                self._write("readyok")
            case "setoption":
                if self._is_idle("setoption"):
                    self._set_option(words)
            case "usinewgame":
                if self._is_idle("usinewgame"):
                    self._new_game()
            case "position":
                self._begin_move()
                if self._is_idle("position"):
                    self._set_position(words[1:])
            case "go":
                self._begin_move()
                if self._is_idle("go"):
                    self._go(words[1:])
            case "stop":
                if self._turn is not None and self._turn.pondering:
                    self._begin_move()  # another move than the expected one was played
                self._stop()
            case "ponderhit":
                self._ponderhit()
            case "gameover":
                self._stop()
                self._patience = Patience()
            case "quit":
                self.close()
                return False
            case word:
                self._tell(f"unknown command: {word[:50]}")
        return True

    def complain(self, text: str) -> None:
        """Tells the GUI what is wrong with what it sent."""
        self._tell(text)

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
        self._solver = None
        if self._search is None:
            search = self._search = Search(_SMALLEST)
            try:
                search.resize(self._settings.number("USI_Hash"))
            except MemoryError:
                self._take_less_memory()
                search.resize(self._settings.number("USI_Hash"))
            self._tell_search("Threads")
            self._tell_search("EvalFile")
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

    def _prepare_mate(self) -> MateSolver:
        self._search = None
        if self._solver is None:
            try:
                self._solver = MateSolver(self._settings.number("USI_Hash"))
            except MemoryError:
                self._take_less_memory()
                self._solver = MateSolver(self._settings.number("USI_Hash"))
        return self._solver

    def _set_option(self, words: list[str]) -> None:
        if len(words) < 3 or words[1] != "name":
            return self._tell("expected: setoption name <name> [value <value>]")
        at = words.index("value") if "value" in words else len(words)
        name, value = " ".join(words[2:at]), " ".join(words[at + 1 :])
        option = find(OPTIONS, name)
        if option is None:
            return self._tell(f"unknown option: {name[:50]}")
        before = self._settings.value(option.name)
        try:
            self._settings.set(option, value)
            if option.name == "USI_Hash":
                self._solver = None
            self._tell_search(option.name)
            if option.name in ("OwnBook", "BookFile", "OpeningVariety"):
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
            case "Threads":
                if hasattr(search, "set_threads"):
                    search.set_threads(self._settings.number(option))
            case "EvalFile":
                if hasattr(search, "load_evaluation"):
                    search.load_evaluation(self._settings.text(option))

    def _new_game(self) -> None:
        self._chance = Random(self._settings.number("Seed") or None)
        self._seed = self._chance.getrandbits(63)
        self._patience = Patience()
        self._forget_games()

    def _set_position(self, words: list[str]) -> None:
        at = words.index("moves") if "moves" in words else len(words)
        place, moves = words[:at], words[at + 1 :]
        self._board = None
        try:
            if place == ["startpos"]:
                board = Board()
            elif place[:1] == ["sfen"]:
                board = Board(" ".join(place[1:]))
            else:
                return self._tell("expected: position startpos|sfen <sfen> [moves …]")
            for number, usi in enumerate(moves, 1):
                try:
                    board.push_usi(usi)
                except KomadaiError as error:
                    return self._tell(f"move {number}: {error}")
        except KomadaiError as error:
            return self._tell(str(error))
        self._board = board

    def _begin_move(self) -> None:
        now = monotonic()
        if now - self._move_began > _SAME_MOVE:
            self._move_began = now

    # -- thinking

    def _go(self, words: list[str]) -> None:
        limits, ponder, strange = Limits.parse(words)
        if strange:
            self._tell(f"not understood: {' '.join(strange)}")
        board = self._board
        if board is None:
            self._tell("there is no position to think about")
            return self._write("checkmate timeout" if limits.mate is not None else "bestmove resign")
        turn = Turn(board, limits, self._write, pondering=ponder)
        if limits.mate is not None:
            return self._go_mate(turn)
        search = self._search if self._search is not None else self._prepare()
        search.arm()
        margin = self._settings.number("ByoyomiMargin") + _SURE * self._watch.lateness_ms
        turn.budget = budget(limits, board.turn, margin, board.move_number - 1)
        now: Budget | None = None
        if not ponder and not limits.infinite:
            turn.may_answer.set()
            if turn.budget is not None:
                now = turn.budget.less(round((monotonic() - self._move_began) * 1000))
                self._answer_by(turn, now.hard / 1000 + _HELP)
        self._move_began = 0.0
        self._begin(turn, lambda turn: self._think(search, turn, now))

    def _go_mate(self, turn: Turn) -> None:
        solver = self._prepare_mate()
        solver.arm()
        limit = turn.limits.mate or 0
        limit -= min(_MATE_MARGIN_MS, limit // 10)
        threads = self._settings.number("Threads")
        turn.may_answer.set()
        self._begin(turn, lambda turn: answer(solver, turn.board, limit, threads, turn.tell))

    def _begin(self, turn: Turn, think: Callable[[Turn], str]) -> None:
        self._turn = turn
        self._idle.clear()
        self._work.put((turn, think))

    def _obey(self) -> None:
        while (work := self._work.get()) is not None:
            turn, think = work
            try:
                answer = think(turn)
            except Exception as error:
                # The GUI waits for an answer whatever happened here.
                answer = turn.none
                sys.excepthook(*sys.exc_info())
                turn.tell(_string(f"internal error: {type(error).__name__}: {error}"))
            turn.ready = answer
            turn.may_answer.wait()
            turn.answer(answer)
            self._watch.forget()
            self._idle.set()

    def _think(self, search: Search, turn: Turn, time: Budget | None) -> str:
        """The answer: what the book or the search says. No ``time`` yet where it ponders."""
        board, limits, settings = turn.board, turn.limits, self._settings
        moves = board.legal_moves
        if not len(moves):
            return turn.none
        playing = turn.budget is not None
        """A clock runs, now or (when pondering) soon."""
        free = playing and not limits.searchmoves
        if free and (move := self._book.choose(board, self._chance)) is not None:
            turn.tell(_string(f"{move.usi()} is from the book"))
            return bestmove(move, None)
        level = LEVELS[settings.number("Level") - 1]
        sight = level.sight()
        sight["depth"] = _least(limits.depth, sight["depth"])
        sight["nodes"] = _least(limits.nodes, sight["nodes"])
        if free and settings.chosen("OpeningVariety") and board.move_number <= _VARIED_PLIES:
            sight["noise"] = max(sight["noise"], _VARIED_NOISE)
        self._dirty = True
        best, ponder, declares, report = search.go(
            board,
            soft_ms=time.soft if time else 0,
            hard_ms=time.hard if time else 0,
            multipv=settings.number("MultiPV"),
            moves=[move for move in limits.searchmoves if move in moves],
            max_moves=settings.number("MaxMovesToDraw"),
            **declaration(settings.text("ImpasseRule"), board),
            **sight,
            seed=self._seed,
            on_report=lambda report: _report(turn, report),
        )
        if declares:
            return "bestmove win"
        value = settings.number("ResignValue")
        if best is None or (playing and self._patience.ends(level, report, value, odds(board))):
            return "bestmove resign"
        return bestmove(best, ponder)

    def _answer_by(self, turn: Turn, seconds: float) -> None:
        """So many seconds from now the watch answers if the search has not done so."""
        search = self._search
        if search is not None:
            self._watch.set(monotonic() + seconds, lambda: turn.hurry(search.stop))

    def _stop(self) -> None:
        for thinking in (self._search, self._solver):
            if thinking is not None:
                thinking.stop()
        turn = self._turn
        if turn is not None and not turn.answered:
            turn.stopped = True
            if turn.limits.mate is None:  # what the solver has found by now is worth waiting for
                self._answer_by(turn, _STOPPING)
            turn.may_answer.set()

    def _ponderhit(self) -> None:
        turn = self._turn
        if turn is None or not turn.pondering or turn.answered:
            return
        turn.pondering = False
        if self._search is not None and turn.budget is not None:
            time = turn.budget.after_ponder(round((monotonic() - turn.start) * 1000))
            self._search.set_time(time.soft, time.hard)
            self._answer_by(turn, time.hard / 1000 + _HELP)
        turn.may_answer.set()

    def _is_idle(self, command: str) -> bool:
        turn = self._turn
        if turn is None or self._idle.is_set():
            return True
        # What is stopped or answered has its end before it, as soon as the machine lets it; and of any
        # other search with a clock the answer may be on its way out at this moment.
        ending = turn.answered or turn.stopped
        if self._idle.wait(_ENDING if ending else _ON_ITS_WAY if turn.may_answer.is_set() else 0):
            return True
        self._tell(f"{command}: thinking, send stop first")
        return False

    # -- what goes out

    def _tell(self, text: str) -> None:
        self._write(_string(text))

    def _write(self, line: str) -> None:
        with self._writing:
            self._write_line(line)


_SMALLEST = 1
_LONGEST_STRING = 200


def _string(text: str) -> str:
    shown = "".join(letter if letter.isprintable() else "?" for letter in " ".join(text.split()))
    return "info string " + (shown if len(shown) <= _LONGEST_STRING else shown[:_LONGEST_STRING] + " …")


def _report(turn: Turn, report: dict[str, Any]) -> None:
    time, nodes, pv = report["time_ms"], report["nodes"], report["pv"]
    nps = nodes * 1000 // max(time, 1)
    if report["multipv"] == 1 and report["bound"] != "upper" and pv:
        turn.best, turn.ponder = pv[0], pv[1] if len(pv) > 1 else None
    score = f"cp {report['cp']}" if report["mate"] is None else f"mate {report['mate']}"
    turn.tell(
        f"info depth {report['depth']} seldepth {report['seldepth']} multipv {report['multipv']}"
        f" score {score}{_BOUNDS[report['bound']]} time {time} nodes {nodes} nps {nps}"
        f" hashfull {report['hashfull']} pv {' '.join(move.usi() for move in pv)}"
    )


_BOUNDS = {"exact": "", "lower": " lowerbound", "upper": " upperbound"}


def _least(asked: int | None, own: int | None) -> int:
    return min((number for number in (asked, own) if number), default=0)


def main() -> int:
    """Talks USI over standard input and output until ``quit``."""
    out = sys.stdout.fileno()

    def write(line: str) -> None:
        rest = line.encode(errors="replace") + b"\n"
        try:
            while rest:
                rest = rest[os.write(out, rest) :]
        except (BrokenPipeError, ValueError):
            pass  # nobody listens any more; the end of the input follows

    server = UsiServer(write)
    try:
        for line in lines(lambda size: os.read(sys.stdin.fileno(), size)):
            if line is None:
                server.complain(f"a line of more than {LONGEST} bytes is not read")
            elif not server.handle(line):
                break
    finally:
        server.close()
    return 0
