"""Solves tiny variants in plain Python: positions as SFEN, moves by the rules engine, values by iteration.

It shares neither the numbering of positions, nor moves, nor moves taken back with the native solver.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from komadai import Termination
from komadai.variants import Board, Variant


def canonical(sfen: str, *, mirrors: bool = True) -> str:
    """The position with Black to move; with ``mirrors`` the smaller of the two mirror images."""
    placement, turn, hands, *_ = sfen.split()
    rows = [
        re.findall(r"\+?[A-Za-z]|1", re.sub(r"\d", lambda m: "1" * int(m[0]), row))
        for row in placement.split("/")
    ]
    if turn == "w":
        rows = [[cell.swapcase() for cell in reversed(row)] for row in reversed(rows)]
        hands = hands.swapcase()
    counts = {letter: int(count or 1) for count, letter in re.findall(r"(\d*)([A-Za-z])", hands)}
    in_hand = "".join(f"{counts[letter]}{letter}" for letter in sorted(counts)) or "-"
    images = [rows, [row[::-1] for row in rows]] if mirrors else [rows]
    placements = ["/".join("".join(row) for row in image) for image in images]
    return re.sub("1+", lambda m: str(len(m[0])), min(placements)) + f" b {in_hand} 1"


@dataclass
class Solved:
    """Positions by their canonical SFEN."""

    wins_at_once: set[str]
    losses_at_once: set[str]
    moves: dict[str, dict[str, str]]
    """Of open positions: the positions after each move."""
    plies: dict[str, int]
    """Odd for wins, even for losses; draws are missing."""


def solve_plainly(variant: Variant, *, mirrors: bool = True) -> Solved:
    """All positions that can be reached from the setup."""
    solved = Solved(set(), set(), {}, {})
    start = canonical(variant.sfen, mirrors=mirrors)
    todo = [start]
    seen = {start}
    while todo:
        position = todo.pop()
        board = Board(variant, position)
        moves = {}
        outcome = board.outcome()
        if can_take_royal(board):
            solved.wins_at_once.add(position)
            solved.plies[position] = 1
            continue
        if outcome is not None and outcome.termination is Termination.TRY:
            assert outcome.winner is not board.turn
            solved.losses_at_once.add(position)
            solved.plies[position] = 0
            continue
        for move in board.legal_moves:
            board.push_unchecked(move)
            moves[move.usi()] = canonical(board.sfen(), mirrors=mirrors)
            board.pop()
        solved.moves[position] = moves
        if outcome is not None and outcome.winner is not None:  # no legal move, and no draw by stalemate
            solved.plies[position] = 0
        new = set(moves.values()) - seen
        seen |= new
        todo += new
    find_values(solved)
    return solved


def can_take_royal(board: Board) -> bool:
    pieces = board.piece_map()
    return any(move.to_square in pieces and pieces[move.to_square].kind.royal for move in board.legal_moves)


def find_values(solved: Solved) -> None:
    """Finds the positions decided in 1, 2, 3 … plies, until three in a row have none."""
    undecided = {position for position, moves in solved.moves.items() if moves}
    level = idle = 0
    while idle < 3:
        level += 1
        found = {}
        for position in undecided:
            after = [solved.plies.get(each) for each in solved.moves[position].values()]
            if level % 2:
                decided = level - 1 in after
            else:
                decided = all(plies is not None and plies % 2 for plies in after)
            if decided:
                found[position] = level
        solved.plies.update(found)
        undecided -= found.keys()
        idle = 0 if found else idle + 1
