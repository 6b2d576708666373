"""Our engine as a USI program: what ``komadai usi`` runs.

The main thread listens, a second one thinks (in native code, without the interpreter's
lock), so ``stop`` is heard at once. Nothing that comes in ends the program but ``quit`` or
the end of the input: what is not understood is answered by an ``info string``.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from queue import SimpleQueue
from random import Random
from typing import Any

import komadai
from komadai import Board, Move
from komadai._core import MateSolver, Search
from komadai.engine import openings
from komadai.engine.levels import LEVELS, Level
from komadai.engine.limits import Limits
from komadai.engine.mate import answer
from komadai.engine.options import EngineOption, OptionValue, find
from komadai.engine.timing import Budget, budget
from komadai.errors import KomadaiError


def _megabytes() -> int:
    """Half the machine's memory: the most a table may be told to take."""
    try:
        half = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2**21
    except (AttributeError, OSError, ValueError):  # not known on this system
        half = 1024
    return max(256, min(half, 65536))


OPTIONS: dict[str, EngineOption] = {
    option.name: option
    for option in (
        EngineOption("USI_Hash", "spin", 64, 1, _megabytes()),
        EngineOption("Threads", "spin", 1, 1, 1),
        EngineOption("MultiPV", "spin", 1, 1, 50),
        EngineOption("USI_Ponder", "check", False),
        EngineOption("Level", "spin", len(LEVELS), 1, len(LEVELS)),
        EngineOption(
            "ImpasseRule", "combo", "27-point", choices=("27-point", "24-point", "agreed", "try", "none")
        ),
        EngineOption("ResignValue", "spin", 3500, 100, 99999),
        EngineOption("MaxMovesToDraw", "spin", 0, 0, 100000),
        EngineOption("OpeningVariety", "check", True),
        EngineOption("ByoyomiMargin", "spin", 80, 0, 60000),
        EngineOption("Seed", "spin", 0, 0, 2**31 - 1),
    )
}

_DECLARE = {"27-point": (28, 27), "24-point": (31, 31)}
"""Points that win by declaration, for Black and for White."""
_ALL_POINTS = 54
_LOST_MOVES = 3
"""It resigns when it has thought itself lost this many moves in a row …"""
_SOON = 4
"""… or is mated within so many plies."""
_VARIED_PLIES = 12
_VARIED_NOISE = 8
_STACK_BYTES = 16 * 2**20
"""The deepest search takes about one megabyte; some systems give a thread far less."""


class UsiServer:
    """One engine talking USI. ``write`` takes a line; it is called from two threads, one at a time."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write_line = write
        self._writing = threading.Lock()
        self._values: dict[str, OptionValue] = {name: option.default for name, option in OPTIONS.items()}
        # The memory is for one of the two.
        self._search: Search | None = None
        self._solver: MateSolver | None = None
        self._board: Board | None = Board()
        # One thread thinks all the time it is needed: starting one anew for every move would cost
        # milliseconds on a busy machine.
        self._work: SimpleQueue[tuple[Callable[[], str], str] | None] = SimpleQueue()
        """What gives the answer, and the answer if that fails."""
        self._thinker = threading.Thread(target=self._obey, daemon=True)
        self._idle = threading.Event()
        self._idle.set()
        self._may_answer = threading.Event()
        self._pondering: Budget | None = None
        self._chance = Random()
        self._lost = 0
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
                if self._idle.is_set():  # else all is ready, or it couldn't think
                    self._prepare()
                self._write("readyok")
            case "setoption":
                self._set_option(line)
            case "usinewgame":
                if self._is_idle("usinewgame"):
                    self._new_game()
            case "position":
                if self._is_idle("position"):
                    self._set_position(words[1:])
            case "go":
                if self._is_idle("go"):
                    self._go(words[1:])
            case "stop":
                self._stop()
            case "ponderhit":
                self._ponderhit()
            case "gameover":
                self._stop()
                self._lost = 0
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
        self._solver = None
        if self._search is None:
            self._search = Search(int(OPTIONS["USI_Hash"].default or 1))
            try:
                self._search.resize(int(self._values["USI_Hash"] or 1))
            except MemoryError:
                self._values["USI_Hash"] = OPTIONS["USI_Hash"].default
                self._tell(f"not enough memory, USI_Hash is {self._values['USI_Hash']}")
        return self._search

    def _prepare_mate(self) -> MateSolver:
        self._search = None
        if self._solver is None:
            try:
                self._solver = MateSolver(int(self._values["USI_Hash"] or 1))
            except MemoryError:
                self._values["USI_Hash"] = OPTIONS["USI_Hash"].default
                self._tell(f"not enough memory, USI_Hash is {self._values['USI_Hash']}")
                self._solver = MateSolver(int(OPTIONS["USI_Hash"].default or 1))
        return self._solver

    def _set_option(self, line: str) -> None:
        if not self._is_idle("setoption"):
            return
        words = line.split()
        if len(words) < 3 or words[1] != "name":
            return self._tell("expected: setoption name <name> [value <value>]")
        at = words.index("value") if "value" in words else len(words)
        name, value = " ".join(words[2:at]), " ".join(words[at + 1 :])
        option = find(OPTIONS, name)
        if option is None:
            return self._tell(f"unknown option: {name[:50]}")
        try:
            checked = option.check(value)
            if option.name == "USI_Hash" and self._search is not None:
                self._search.resize(int(checked or 1))
            if option.name == "USI_Hash":
                self._solver = None
        except ValueError as error:
            return self._tell(str(error))
        except MemoryError:
            return self._tell(f"not enough memory, USI_Hash stays {self._values['USI_Hash']}")
        self._values[option.name] = checked
        if option.name in ("Seed", "Level"):
            self._new_game()

    def _new_game(self) -> None:
        seed = self._values["Seed"]
        self._chance = Random(seed if seed else None)
        self._seed = self._chance.getrandbits(63)
        self._lost = 0
        if self._search is not None:
            self._search.clear()

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

    # -- thinking

    def _go(self, words: list[str]) -> None:
        limits, ponder, strange = Limits.parse(words)
        if strange:
            self._tell(f"not understood: {' '.join(strange)[:100]}")
        board = self._board
        if board is None:
            self._tell("there is no position to think about")
            return self._write("checkmate timeout" if limits.mate is not None else "bestmove resign")
        if limits.mate is not None:
            return self._go_mate(board, limits.mate)
        search = self._prepare()
        search.arm()
        time = budget(limits, board.turn, int(self._values["ByoyomiMargin"] or 0), board.move_number - 1)
        self._may_answer.clear()
        if not ponder and not limits.infinite:
            self._may_answer.set()
        self._pondering = time if ponder else None
        now = None if ponder else time
        self._idle.clear()
        self._work.put((lambda: self._think(search, board, limits, now, time is not None), "bestmove resign"))

    def _go_mate(self, board: Board, limit_ms: int) -> None:
        solver = self._prepare_mate()
        solver.arm()
        self._pondering = None
        self._may_answer.set()
        self._idle.clear()
        self._work.put((lambda: answer(solver, board, limit_ms, self._write), "checkmate timeout"))

    def _obey(self) -> None:
        while (work := self._work.get()) is not None:
            think, answer = work
            try:
                answer = think()
            except Exception as error:
                # The GUI waits for an answer whatever happened here.
                sys.excepthook(*sys.exc_info())
                self._tell(f"internal error: {type(error).__name__}: {error}")
            self._may_answer.wait()
            self._write(answer)
            self._idle.set()

    def _think(self, search: Search, board: Board, limits: Limits, time: Budget | None, playing: bool) -> str:
        """The bestmove. ``playing``: a clock runs, now or (when pondering) soon."""
        moves = board.legal_moves
        if not len(moves):
            return "bestmove resign"
        varied = playing and bool(self._values["OpeningVariety"]) and not limits.searchmoves
        if varied and (move := openings.choose(board, self._chance)) is not None:
            self._tell("from the table of openings")
            return f"bestmove {move.usi()}"
        level = LEVELS[int(self._values["Level"] or 1) - 1]
        sight = level.sight()
        sight["depth"] = _least(limits.depth, sight["depth"])
        sight["nodes"] = _least(limits.nodes, sight["nodes"])
        if varied and board.move_number <= _VARIED_PLIES:
            sight["noise"] = max(sight["noise"], _VARIED_NOISE)
        rule = str(self._values["ImpasseRule"])
        best, ponder, declares, report = search.go(
            board,
            soft_ms=time.soft if time else 0,
            hard_ms=time.hard if time else 0,
            multipv=int(self._values["MultiPV"] or 1),
            moves=[move for move in limits.searchmoves if move in moves],
            declare=_DECLARE.get(rule, (0, 0)),
            bonus=(0, _compensation(board)),
            try_rule=rule == "try",
            max_moves=int(self._values["MaxMovesToDraw"] or 0),
            **sight,
            seed=self._seed,
            on_report=self._report,
        )
        if declares:
            return "bestmove win"
        if best is None or (playing and self._gives_up(level, report, _odds(board))):
            return "bestmove resign"
        return f"bestmove {best.usi()}" + (f" ponder {ponder.usi()}" if ponder is not None else "")

    def _gives_up(self, level: Level, report: dict[str, Any], odds: int) -> bool:
        """Whether it resigns. ``odds``, in centipawns, were agreed on and are no reason to."""
        mated = report["mate"] is not None and not report["won"]
        value = int(self._values["ResignValue"] or 0)
        hopeless = mated or (report["cp"] is not None and report["cp"] <= -value - odds)
        if report["depth"] > 0:  # else there was no time to judge anything
            self._lost = self._lost + 1 if hopeless else 0
        if not level.resigns or value == OPTIONS["ResignValue"].maximum:
            return False
        return self._lost >= _LOST_MOVES or (mated and -report["mate"] <= _SOON)

    def _stop(self) -> None:
        for thinking in (self._search, self._solver):
            if thinking is not None:
                thinking.stop()
        self._may_answer.set()

    def _ponderhit(self) -> None:
        time, self._pondering = self._pondering, None
        if self._search is not None and time is not None:
            self._search.set_time(time.soft, time.hard)
        self._may_answer.set()

    def _is_idle(self, command: str) -> bool:
        # The answer may be on its way out at this moment.
        if self._idle.wait(0.05 if self._may_answer.is_set() else 0):
            return True
        self._tell(f"{command}: thinking, send stop first")
        return False

    # -- what goes out

    def _report(self, report: dict[str, Any]) -> None:
        time, nodes = report["time_ms"], report["nodes"]
        score = f"cp {report['cp']}" if report["mate"] is None else f"mate {report['mate']}"
        bound = {"exact": "", "lower": " lowerbound", "upper": " upperbound"}[report["bound"]]
        pv: list[Move] = report["pv"]
        self._write(
            f"info depth {report['depth']} seldepth {report['seldepth']} multipv {report['multipv']}"
            f" score {score}{bound} time {time} nodes {nodes} nps {nodes * 1000 // max(time, 1)}"
            f" hashfull {report['hashfull']} pv {' '.join(move.usi() for move in pv)}"
        )

    def _tell(self, text: str) -> None:
        self._write("info string " + " ".join(text.split()))

    def _write(self, line: str) -> None:
        with self._writing:
            self._write_line(line)


def _least(asked: int | None, own: int | None) -> int:
    return min((number for number in (asked, own) if number), default=0)


def _odds(board: Board) -> int:
    """About what the side to move gave away, in centipawns, if the game began as a handicap."""
    sfen = board.root_sfen()
    if board.turn == komadai.BLACK or sfen == komadai.STARTPOS:
        return 0
    handicap = komadai.Handicap.from_sfen(sfen)
    if handicap is None:
        return 0
    gained = Board(sfen).hand(komadai.BLACK)
    # What went over to the other side makes twice the difference.
    return sum(worth * (handicap.removed[kind] + 2 * gained[kind]) for kind, worth in _WORTH.items())


def _compensation(board: Board) -> int:
    """What the giver of a handicap, White, is credited with: the points that are not on the board."""
    points = 0
    for color in komadai.Color:
        for square in board.pieces(color):
            piece = board.piece_at(square)
            if piece is not None:
                points += _POINTS[piece.type.unpromoted]
        hand = board.hand(color)
        points += sum(_POINTS[kind] * number for kind, number in hand.items())
    return max(0, _ALL_POINTS - points)


_POINTS = {
    kind: {"K": 0, "R": 5, "B": 5}.get(kind.letter, 1) for kind in komadai.PieceType if not kind.is_promoted
}

_WORTH = dict(zip(komadai.HAND_TYPES, (90, 260, 290, 430, 500, 650, 780), strict=True))


def main() -> int:
    """Talks USI over standard input and output until ``quit``."""

    def write(line: str) -> None:
        try:
            sys.stdout.write(line + "\n")
            sys.stdout.flush()
        except (BrokenPipeError, ValueError):
            pass  # nobody listens any more; the end of the input follows

    server = UsiServer(write)
    sys.stdin.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]
    try:
        for line in sys.stdin:
            if not server.handle(line):
                break
    finally:
        server.close()
    return 0
