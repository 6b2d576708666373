"""The positions that a request is about."""

from __future__ import annotations

import json
import time

from komadai import STARTPOS, Board
from komadai.server.games.protected_positions import key, positions_in
from komadai.server.records.from_wire import MAX_MOVES

CYCLE = ("2h3h", "8b7b", "3h2h", "7b8b")


def record(moves: int) -> bytes:
    """A record in which both sides move a rook to and fro."""
    nodes = [{"parent": number, "usi": CYCLE[number % 4]} for number in range(moves)]
    return json.dumps({"start_sfen": STARTPOS, "nodes": [{"parent": None, "usi": None}, *nodes]}).encode()


def test_those_of_a_record_are_those_to_which_its_moves_lead() -> None:
    board, expected = Board(), [key(STARTPOS)]
    for usi in CYCLE[:3]:
        board.push_usi(usi)
        expected.append(key(board.sfen()))
    assert list(positions_in(record(3)))[:4] == expected


def test_the_longest_record_is_read_in_a_moment_and_a_longer_one_only_as_far() -> None:
    """The time of a processor; a board that keeps its moves, for each of them, would take ten seconds."""
    before = time.process_time()
    found = sum(1 for _ in positions_in(record(2 * MAX_MOVES)))
    assert time.process_time() - before < 3
    assert found < MAX_MOVES + 10
