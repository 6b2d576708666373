"""Games for the tests of formats: trees with all fields, and the parts of them to compare."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from komadai import Board, Color, Outcome, Termination
from komadai.kifu import Analysis, Ending, Game, Node

GAMES = Path(__file__).parents[3] / "shared" / "data" / "games"
needs_games = pytest.mark.skipif(not GAMES.is_dir(), reason="the collection of games is not at hand")

TEXTS = ("good", "▲７六歩 is best", "a, b: c=d {e} [f] (g)", "two\nlines", '’quoted’ "text"', "100 %", " x")
OTHER_STARTS = ("two-piece", "lance", "six-piece")


def tree(
    seed: int,
    *,
    plies: int = 30,
    variations: bool = True,
    comments: bool = True,
    unit_ms: int = 1,
    analyses: bool = False,
    endings: bool = True,
) -> Game:
    """A random game. Times are multiples of ``unit_ms``; 0 for no times."""
    chance = random.Random(seed)
    start = chance.choice((None, None, *OTHER_STARTS))
    game = Game(Board.handicap(start).sfen() if start else Board().sfen())
    for key in ("black", "white", "event", "site", "opening", "note"):
        if chance.random() < 0.5:
            game.headers[key] = chance.choice(("A", "羽生 善治", "x = y; z", "50%"))
    waiting = [(game.root, plies)]
    while waiting:
        node, left = waiting.pop()
        board = game.board(node)
        while True:
            if comments and chance.random() < 0.2:
                node.comment = chance.choice(TEXTS)
            if analyses and chance.random() < 0.3:
                node.analyses.append(analysis(chance, board))
            moves = list(board.legal_moves)
            if not left or not moves:
                break
            first, *others = chance.sample(moves, min(len(moves), 3))
            child = _add(chance, node, first, unit_ms)
            if variations and chance.random() < 0.15:
                waiting += [
                    (_add(chance, node, other, unit_ms), chance.randint(0, min(left, 6)))
                    for other in others[: chance.randint(1, 2)]
                ]
            board.push(first)
            node, left = child, left - 1
        if endings and chance.random() < 0.7:
            node.ending = Ending(outcome(chance, board.turn), time_ms=_time(chance, unit_ms))
    return game


def outcome(chance: random.Random, turn: Color) -> Outcome:
    """One of the endings for which most formats have a word."""
    winner = chance.choice((turn.opponent, None))
    if winner is None:
        return Outcome(None, chance.choice((Termination.SENNICHITE, Termination.INTERRUPTED)))
    return Outcome(winner, chance.choice((Termination.RESIGNATION, Termination.TIME_FORFEIT)))


def _add(chance: random.Random, node: Node, move: Any, unit_ms: int) -> Node:
    return node.add(move, time_ms=_time(chance, unit_ms))


def _time(chance: random.Random, unit_ms: int) -> int | None:
    return chance.randint(0, 400_000 // unit_ms) * unit_ms if unit_ms and chance.random() < 0.8 else None


def analysis(chance: random.Random, board: Board) -> Analysis:
    """A random analysis."""
    line, board = [], board.copy()
    for _ in range(chance.randint(0, 4)):
        moves = list(board.legal_moves)
        if moves:
            line.append(chance.choice(moves))
            board.push(line[-1])
    return Analysis(chance.randint(-3000, 3000), line=tuple(line), nodes=chance.choice((None, 12345)))


def parts(game: Game, *, headers: bool = True, variations: bool = True) -> Any:
    """The requested parts of a game, to be compared with ``==``."""
    nodes = []
    waiting = [(game.root, 0)]
    while waiting:
        node, depth = waiting.pop()
        ending = node.ending and (
            node.ending.outcome, node.ending.word, node.ending.time_ms, node.ending.comment
        )  # fmt: skip
        nodes.append((depth, str(node.move), node.time_ms, node.comment, list(node.analyses), ending))
        children = node.children if variations else node.children[: 0 if node.ending else 1]
        waiting += [(child, depth + 1) for child in reversed(children)]
    return (game.sfen, dict(game.headers) if headers else None, nodes)
