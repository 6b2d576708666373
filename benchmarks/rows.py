"""What is measured: one row of the table each, as a loop that all libraries run."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from textwrap import dedent, indent
from typing import Any

from benchmarks import records
from benchmarks.libraries import Library
from benchmarks.positions import MATSURI, MOST_MOVES, START, midgames

Loop = Callable[[int], int]
"""Does the work n times; returns how much it was, in the row's unit."""


@dataclass(frozen=True)
class Row:
    """``prepare`` and ``body`` are Python with the library's fragments in braces."""

    name: str
    unit: str
    body: str
    prepare: str = ""
    arguments: str = ""
    """What the loop's function takes besides n: as locals, no library's names cost more than another's."""
    sfen: str = START
    depth: int = 0
    collected: bool = False
    """Whether Python's garbage collector runs meanwhile, as it does for users: game trees are cycles."""

    def loop_for(self, library: Library) -> Loop | None:
        """None if the library doesn't offer it."""
        fragments = vars(library) | {"play": library.push or library.push_checked}
        source = "\n".join(
            [
                "{imports}",
                dedent(self.prepare).strip(),
                f"def loop(n, {self.arguments}):",
                indent(dedent(self.body).strip(), "    "),
            ]
        )
        for name, fragment in fragments.items():
            if "{" + name + "}" in source:
                if fragment is None:
                    return None
                source = source.replace("{" + name + "}", fragment)
        names: dict[str, Any] = {
            "sfen": self.sfen,
            "depth": self.depth,
            "sfens": midgames(),
            "chance": random.Random(1).random,
            "csa_files": records.csa(),
            "csa_commented_files": records.csa(commented=True),
            "kif_files": records.one_each("kif"),
            "kif_commented_files": records.one_each("kif", commented=True),
            "kif_sjis_files": records.one_each("kif", "cp932"),
            "ki2_files": records.one_each("ki2"),
        }
        exec(compile(source, f"<{library.package}: {self.name}>", "exec"), names)
        loop: Loop = names["loop"]
        return loop


def list_moves(name: str, sfen: str) -> Row:
    body = """
        for _ in range(n):
            {listed}
        return n
    """
    return Row(name, "lists", body, "board = {board}", "board=board", sfen)


def push_pop(name: str, push: str) -> Row:
    body = f"""
        for _ in range(n):
            {push}
            {{pop}}
        return n
    """
    return Row(name, "pairs", body, "board = {board}\nmove = {move}", "board=board, move=move")


_WALK_PLAYING = """
    board = {board}
    def perft(depth, board=board):
        leaves = 0
        for move in {moves}:
            {play}
            leaves += perft(depth - 1) if depth > 1 else 1
            {pop}
        return leaves
"""
_WALK_COUNTING = """
    board = {board}
    def perft(depth, board=board):
        if depth == 1:
            return len({moves})
        leaves = 0
        for move in {moves}:
            {play}
            leaves += perft(depth - 1)
            {pop}
        return leaves
"""


def walk(name: str, prepare: str) -> Row:
    return Row(name, "leaves", "return sum(perft(3) for _ in range(n))", prepare, "perft=perft")


_READ = """
    for _ in range(n):
        for sfen in sfens:
            {parse}
    return n * len(sfens)
"""
_WRITE = """
    for _ in range(n):
        for board in boards:
            {write}
    return n * len(boards)
"""
_WRITE_PREPARE = """
    boards = []
    for sfen in sfens:
        boards.append({board})
"""
_MATES = """
    found = 0
    for _ in range(n):
        for board in boards:
            found += {mate}
    return n * len(boards)
"""
_GAMES = """
    played = 0
    for _ in range(n):
        board = {board}
        for _ in range(256):
            moves = {indexed}
            if not moves:
                break
            move = moves[int(chance() * len(moves))]
            {play}
            played += 1
    return played
"""

_VECTOR_PREPARE = """
    env = {vector}
    for _ in range(100):  # games of different lengths
        env.step(env.sample())
"""
_VECTOR = """
    for _ in range(n):
        env.step(env.sample())
    return n * env.num_envs
"""


def vector_games(name: str, observation: str | None) -> Row:
    """1,024 games stepped together, the legal actions of all written, with or without planes."""
    prepare = f"observation = {observation!r}\n{dedent(_VECTOR_PREPARE)}"
    return Row(name, "steps", _VECTOR, prepare, "env=env")


def own_perft(name: str, sfen: str, depth: int) -> Row:
    return Row(name, "leaves", "return sum({perft} for _ in range(n))", "board = {board}", "", sfen, depth)


def read_records(name: str, read: str, data: str, source: str = "", unit: str = "games") -> Row:
    """``data`` is what the libraries call the bytes of a file; ``source`` are other files of that format."""
    body = f"return sum({read} for _ in range(n) for {data} in files)"
    return Row(name, unit, body, "{record_imports}", f"files={source or data}_files", collected=True)


ROWS = (
    list_moves("list of legal moves, at the start (30)", START),
    list_moves("list of legal moves, 207 of them", MATSURI),
    list_moves("list of legal moves, 593 of them", MOST_MOVES),
    push_pop("push and pop, unchecked", "{push}"),
    push_pop("push and pop, checked", "{push_checked}"),
    walk("perft 3 in Python, each leaf played", _WALK_PLAYING),
    walk("perft 3 in Python, leaves by `len()`", _WALK_COUNTING),
    Row("SFEN read", "positions", _READ, "board = {board}", "sfens=sfens, board=board"),
    Row("SFEN written", "positions", _WRITE, _WRITE_PREPARE, "boards=boards"),
    Row("mate in 1 looked for", "positions", _MATES, _WRITE_PREPARE, "boards=boards"),
    Row("random games", "moves", _GAMES, "", "sfen=sfen, chance=chance"),
    vector_games("1,024 random games stepped together", None),
    vector_games("1,024 random games stepped together, planes of pgx", "pgx"),
    read_records("CSA read for its moves", "{csa_moves}", "csa"),
    read_records("CSA read into game trees", "{csa_games}", "csa"),
    read_records("CSA with a comment on every move, into game trees", "{csa_games}", "csa", "csa_commented"),
    read_records("CSA into game trees, each move and time visited", "{csa_visited}", "csa", unit="moves"),
    read_records("KIF read for its moves", "{kif_moves}", "kif"),
    read_records("KIF read into a game tree", "{kif_games}", "kif"),
    read_records("KIF with a comment on every move, into a game tree", "{kif_games}", "kif", "kif_commented"),
    read_records("KIF in Shift_JIS read into a game tree", "{kif_sjis_games}", "kif_sjis"),
    read_records("KI2 read into a game tree", "{ki2_games}", "ki2"),
    own_perft("its own perft 6, start", START, 6),
    own_perft("its own perft 4, 207 moves", MATSURI, 4),
    own_perft("its own perft 3, 593 moves", MOST_MOVES, 3),
)
