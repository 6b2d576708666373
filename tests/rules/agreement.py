"""Compares the native library with the reference implementation in one position."""

from __future__ import annotations

import komadai
from komadai import Board, Color, Move
from tests.reference import ALL_SQUARES, Position, name, number

COLORS = {"b": Color.BLACK, "w": Color.WHITE}


def check_agreement(board: Board, position: Position) -> list[str]:
    """Asserts that both agree; returns the legal moves, sorted."""
    sfen = position.sfen()
    assert board.sfen() == sfen
    assert board.turn is COLORS[position.turn]
    check_attacks(board, position)
    legal = check_moves(board, position)
    assert board.is_checkmate() == (not legal and position.in_check(position.turn)), sfen
    return legal


def check_attacks(board: Board, position: Position) -> None:
    """Compares checks, checkers, pins and attacks."""
    sfen = position.sfen()
    assert board.is_check() == position.in_check(position.turn), sfen
    assert set(board.checkers()) == {number(square) for square in position.checkers(position.turn)}, sfen
    for letter, color in COLORS.items():
        assert set(board.pinned(color)) == {number(square) for square in position.pinned(letter)}, sfen
    attacked: dict[str, dict[int, set[int]]] = {"b": {}, "w": {}}
    for square, piece in position.board.items():
        attacks = {number(target) for target in position.attacks(square)}
        assert set(board.attacks(number(square))) == attacks, (sfen, name(square))
        for target in attacks:
            attacked["b" if piece.isupper() else "w"].setdefault(target, set()).add(number(square))
    for letter, color in COLORS.items():
        for target in komadai.SQUARES:
            attackers = attacked[letter].get(target, set())
            assert set(board.attackers(color, target)) == attackers, (sfen, letter, target)


def check_moves(board: Board, position: Position) -> list[str]:
    """Compares which moves are legal, which rules the others break, and which moves give check."""
    sfen = position.sfen()
    legal = []
    for usi in position.candidates():
        expected = position.infraction(usi)
        move = Move.from_usi(usi)
        found = board.infraction(move)
        assert (found.name if found else None) == expected, (sfen, usi)
        assert board.is_legal(move) == (expected is None), (sfen, usi)
        if expected is None:
            legal.append(usi)
            after = position.after(usi)
            assert board.gives_check(move) == after.in_check(after.turn), (sfen, usi)
    assert sorted(move.usi() for move in board.legal_moves) == sorted(legal), sfen
    assert len(board.legal_moves) == len(legal)
    return sorted(legal)


def every_move() -> list[str]:
    """Every move that has a USI notation, possible or not."""
    moves = [f"{kind}*{name(to)}" for kind in "PLNSGBR" for to in ALL_SQUARES]
    for start in ALL_SQUARES:
        for to in ALL_SQUARES:
            if start != to:
                moves += [name(start) + name(to), name(start) + name(to) + "+"]
    return moves
