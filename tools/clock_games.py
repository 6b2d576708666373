"""Plays games between USI engines and measures every move's time from outside: does anybody overstep?

    .venv/bin/python tools/clock_games.py --games 1000 --byoyomi 100 --parallel 8 --load 2

Each game has a referee, a process of its own: it notes the time before it sends ``go`` (or ``ponderhit``, or
the ``stop`` that ends a ponder on the wrong move) and when the answer has come, and nothing is forgiven: a
move that took as long as the clock allows has lost. ``--load`` adds that many processes that only compute.
How late a sleeper of five milliseconds is woken at the same time is printed too, because the referee, too,
has to wait for the processor, unless it is ``--prompt``. A virtual machine may stand still, and mostly its
kernel doesn't know: with ``--prompt`` a sleeper of two milliseconds sits on each processor, before everything
else there is, and notes when it could not wake. For each loss it prints how much of the time from ``go`` to
the answer a processor stood still in this way.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import random
import shlex
import subprocess
import sys
import threading
import time
from collections import Counter
from dataclasses import dataclass, field, fields
from multiprocessing.connection import Connection
from typing import Any

from komadai import Board
from komadai.errors import KomadaiError

OWN = [sys.executable, "-m", "komadai", "usi"]
OPENING_PLIES = 8


@dataclass(frozen=True)
class Loss:
    """A move that came too late. Moments in seconds of ``monotonic``."""

    asked: float
    answered: float
    late_ms: float
    position: str

    def stood_still_ms(self, stills: dict[int, list[tuple[float, float]]]) -> float:
        """The part of that time for which the processor that stood still longest did so."""
        return 1000 * max(
            (
                sum(max(0.0, min(end, self.answered) - max(start, self.asked)) for start, end in each)
                for each in stills.values()
            ),
            default=0.0,
        )


@dataclass
class Tally:
    """The findings of all games."""

    games: int = 0
    moves: int = 0
    ponder_hits: int = 0
    ponder_misses: int = 0
    ends: Counter[str] = field(default_factory=Counter)
    lost_on_time: list[Loss] = field(default_factory=list)
    left: list[float] = field(default_factory=list)
    """Milliseconds that were left when a move of a whole byoyomi came."""
    stops: list[float] = field(default_factory=list)
    """Milliseconds from ``stop`` to the answer, where a ponder was in vain."""

    def add(self, other: Tally) -> None:
        for each in fields(self):
            setattr(self, each.name, getattr(self, each.name) + getattr(other, each.name))


class Player:
    """One engine's process, its lines, and what its clock stands at."""

    def __init__(self, command: list[str], options: dict[str, str]) -> None:
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self._in = self.process.stdin.fileno()
        self._out = self.process.stdout.fileno()
        self._rest = b""
        self.main_ms = 0.0
        self.pondering: str | None = None
        """The position text it ponders on."""
        self.say("usi")
        self.wait("usiok")
        for name, value in options.items():
            self.say(f"setoption name {name} value {value}")
        self.say("isready")
        self.wait("readyok")

    def say(self, *lines: str) -> None:
        os.write(self._in, "".join(f"{line}\n" for line in lines).encode())

    def wait(self, word: str) -> str:
        """The next line that begins with this word. Raises EOFError when the engine has ended."""
        while True:
            while b"\n" in self._rest:
                line, self._rest = self._rest.split(b"\n", 1)
                if line.split(b" ")[0] == word.encode():
                    return line.decode()
            chunk = os.read(self._out, 1 << 16)
            if not chunk:
                raise EOFError(f"the engine ended instead of saying {word}")
            self._rest += chunk

    def end(self) -> None:
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            assert stream is not None
            stream.close()


class Table:
    """Two engines, and one game after the other between them."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self._arguments = arguments
        options = dict(option.split("=", 1) for option in arguments.option)
        options.setdefault("USI_Hash", "16")
        options["USI_Ponder"] = str(arguments.ponder).lower()
        self.players = [Player(arguments.engine, options), Player(arguments.engine, options)]

    def play(self, seed: int) -> Tally:
        """One game from moves chosen at random."""
        chance = random.Random(seed)
        self._tally = Tally(games=1)
        self._board = Board()
        for _ in range(OPENING_PLIES):
            self._board.push(chance.choice(self._board.legal_moves))
        for player in self.players:
            player.main_ms = self._arguments.main
            player.say("isready")
            player.wait("readyok")
            player.say("usinewgame")
        how = None
        while how is None:
            how = self._move()
        self._tally.ends[how] += 1
        for player in self.players:
            if player.pondering is not None:
                player.say("stop")
                player.wait("bestmove")
                player.pondering = None
        return self._tally

    def end(self) -> None:
        for player in self.players:
            player.end()

    def _clock(self) -> str:
        black, white = (round(player.main_ms) for player in self.players)
        if self._arguments.inc:
            gain = self._arguments.inc
            return f"btime {black} wtime {white} binc {gain} winc {gain}"
        return f"btime {black} wtime {white} byoyomi {self._arguments.byoyomi}"

    def _move(self) -> str | None:
        """One move: the word for how the game ended, or None."""
        tally, player, place = self._tally, self.players[self._board.turn], self._board.usi_position()
        asked = (f"position {place}", f"go {self._clock()}")
        start = time.monotonic_ns()
        if player.pondering is None:
            player.say(*asked)
        elif player.pondering == place:
            tally.ponder_hits += 1
            player.say("ponderhit")
        else:
            tally.ponder_misses += 1
            player.say("stop")
            player.wait("bestmove")
            tally.stops.append((time.monotonic_ns() - start) / 1e6)
            player.say(*asked)
        player.pondering = None
        words = player.wait("bestmove").split()
        return self._judge(player, words, (time.monotonic_ns() - start) / 1e6)

    def _judge(self, player: Player, words: list[str], took: float) -> str | None:
        arguments, tally = self._arguments, self._tally
        allowed = player.main_ms + (0 if arguments.inc else arguments.byoyomi)
        tally.moves += 1
        if took >= allowed:
            now = time.monotonic()
            lost = Loss(now - took / 1000, now, took - allowed, self._board.usi_position())
            tally.lost_on_time.append(lost)
            return "time"
        if words[1] in ("resign", "win"):
            return words[1]
        if player.main_ms <= 0 or arguments.inc:
            tally.left.append(allowed - took)
        player.main_ms = max(0.0, player.main_ms - took) + arguments.inc
        try:
            self._board.push_usi(words[1])
        except KomadaiError:
            print(f"illegal: {words[1]} in {self._board.usi_position()}", file=sys.stderr)
            return "illegal"
        if self._board.outcome() is not None:
            return "rules"
        if self._board.ply >= arguments.plies:
            return "long"
        if arguments.ponder and words[2:3] == ["ponder"]:
            expected = self._board.copy()
            expected.push_usi(words[3])
            player.pondering = expected.usi_position()
            player.say(f"position {player.pondering}", f"go ponder {self._clock()}")
        return None


def sit_down(arguments: argparse.Namespace) -> None:
    """Prepares a process for its first game."""
    global table
    if arguments.prompt:
        os.sched_setscheduler(0, os.SCHED_RR | os.SCHED_RESET_ON_FORK, os.sched_param(3))
    table = Table(arguments)


def play(seed: int) -> Tally:
    return table.play(seed)


table: Table


class Sleeper:
    """Sleeps five milliseconds at a time and notes how late it is woken."""

    def __init__(self) -> None:
        self.late: list[float] = []
        threading.Thread(target=self._sleep, daemon=True).start()

    def _sleep(self) -> None:
        while True:
            start = time.monotonic()
            time.sleep(0.005)
            self.late.append((time.monotonic() - start) * 1000 - 5)


def watch(processor: int, pipe: Connection) -> None:
    """Notes when this processor didn't run a top-priority process, until the pipe has a message."""
    os.sched_setaffinity(0, {processor})
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(99))
    stills: list[tuple[float, float]] = []
    while not pipe.poll():
        due = time.monotonic() + 0.002
        time.sleep(0.002)
        if (woken := time.monotonic()) > due + 0.001:
            stills.append((due, woken))
    pipe.send(stills)


class Watch:
    """One on every processor that may be used."""

    def __init__(self) -> None:
        self._pipes = {processor: multiprocessing.Pipe() for processor in os.sched_getaffinity(0)}
        for processor, (_, theirs) in self._pipes.items():
            multiprocessing.Process(target=watch, args=(processor, theirs), daemon=True).start()

    def end(self) -> dict[int, list[tuple[float, float]]]:
        """For each processor when it stood still, in seconds of ``monotonic``."""
        for ours, _ in self._pipes.values():
            ours.send(None)
        return {processor: ours.recv() for processor, (ours, _) in self._pipes.items()}


def compute() -> None:
    """Loads the machine as other work would."""
    number = 1
    while True:
        number = number * 6364136223846793005 % 2**64


def quantiles(values: list[float]) -> dict[str, float]:
    values = sorted(values)
    if not values:
        return {}
    at = {"min": 0.0, "1%": 0.01, "median": 0.5, "99%": 0.99, "99.9%": 0.999, "max": 1.0}
    return {
        name: round(values[min(len(values) - 1, int(share * len(values)))], 2) for name, share in at.items()
    }


def referee(arguments: argparse.Namespace) -> dict[str, Any]:
    """Plays the games; what was seen, as numbers."""
    load = [multiprocessing.Process(target=compute, daemon=True) for _ in range(arguments.load)]
    for process in load:
        process.start()
    watched = Watch() if arguments.prompt else None
    start = time.monotonic()
    all_of_it = Tally()
    with multiprocessing.Pool(arguments.parallel, sit_down, (arguments,)) as pool:
        sleeper = Sleeper()
        seeds = range(arguments.seed, arguments.seed + arguments.games)
        for tally in pool.imap_unordered(play, seeds):
            all_of_it.add(tally)
            if sys.stderr.isatty():
                progress = f"{all_of_it.games} games, {len(all_of_it.lost_on_time)} lost on time"
                print("\r" + progress, end="", file=sys.stderr)
    for process in load:
        process.kill()
    stills = watched.end() if watched else {}
    stood = [lost.stood_still_ms(stills) for lost in all_of_it.lost_on_time]
    for lost, still in zip(all_of_it.lost_on_time, stood, strict=True):
        when = f"{lost.asked - start:.3f} s after the start"
        text = f"{lost.late_ms:.1f} ms late, from go to answer a processor stood still for {still:.1f}"
        print(f"{when}: {text}: {lost.position}", file=sys.stderr)
    return {
        "games": all_of_it.games,
        "moves": all_of_it.moves,
        "minutes": round((time.monotonic() - start) / 60, 1),
        "lost_on_time": len(all_of_it.lost_on_time),
        "lost_while_it_stood_still": sum(
            still >= lost.late_ms for lost, still in zip(all_of_it.lost_on_time, stood, strict=True)
        ),
        "late_ms": quantiles([lost.late_ms for lost in all_of_it.lost_on_time]),
        "stood_still_ms": quantiles([1000 * (end - due) for each in stills.values() for due, end in each]),
        "left_ms": quantiles(all_of_it.left),
        "stop_ms": quantiles(all_of_it.stops),
        "ponder": [all_of_it.ponder_hits, all_of_it.ponder_misses],
        "ends": dict(all_of_it.ends),
        "sleeper_late_ms": quantiles(sleeper.late),
        "load_average": [round(each, 1) for each in os.getloadavg()],
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--parallel", type=int, default=max(1, (os.cpu_count() or 2) // 2))
    parser.add_argument("--byoyomi", type=int, default=100, help="ms")
    parser.add_argument("--main", type=int, default=0, help="ms of main time")
    parser.add_argument("--inc", type=int, default=0, help="ms a move earns; instead of byoyomi")
    parser.add_argument("--ponder", action="store_true")
    parser.add_argument("--plies", type=int, default=200, help="a longer game is broken off")
    parser.add_argument("--load", type=int, default=0, help="processes that only compute")
    parser.add_argument(
        "--prompt",
        action="store_true",
        help="the referee goes before all others (needs the right, on Linux)",
    )
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--engine", type=shlex.split, default=OWN, help="a command, in quotes")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    try:  # the pool would start its processes again for ever
        Table(asked).end()
    except (OSError, EOFError) as error:
        parser.error(f"{shlex.join(asked.engine)}: {error}")
    seen = referee(asked)
    print(json.dumps(seen, indent=1))
    return 1 if seen["lost_on_time"] or seen["ends"].get("illegal") else 0


if __name__ == "__main__":
    sys.exit(main())
