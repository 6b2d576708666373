"""The positions that a message is about."""

from __future__ import annotations

import json
import time

from komadai import STARTPOS, Board
from komadai.server import wire_text
from komadai.server.games.fair_play.asked_positions import asked_in
from komadai.server.lobby.wire import NewChallenge
from komadai.server.positions.keys import key
from komadai.server.records.from_wire import MAX_MOVES
from komadai.server.records.wire import GameRecord, Line, PositionRequest
from komadai.server.reviews.wire import ReviewRequest

CYCLE = ("2h3h", "8b7b", "3h2h", "7b8b")


def record(moves: int) -> GameRecord:
    """A record in which both sides move a rook to and fro."""
    nodes = [{"parent": number, "usi": CYCLE[number % 4]} for number in range(moves)]
    body = {"start_sfen": STARTPOS, "nodes": [{"parent": None, "usi": None}, *nodes]}
    return wire_text.decode(json.dumps(body), GameRecord)


def after(*moves: str) -> list[str]:
    """The keys of the positions from the start to that after these moves."""
    board, found = Board(), [key(STARTPOS)]
    for usi in moves:
        board.push_usi(usi)
        found.append(key(board.sfen()))
    return found


def test_those_of_a_record_are_those_to_which_its_moves_lead() -> None:
    assert set(asked_in(record(3))) == set(after(*CYCLE[:3]))
    assert set(asked_in(ReviewRequest(record=record(3)))) == set(after(*CYCLE[:3]))


def test_the_longest_record_is_read_in_a_moment_and_a_longer_one_only_as_far() -> None:
    """The time of a processor; a board that keeps its moves, for each of them, would take ten seconds."""
    longest = record(2 * MAX_MOVES)
    before = time.process_time()
    found = sum(1 for _ in asked_in(longest))
    assert time.process_time() - before < 3
    assert found < MAX_MOVES + 10


def test_those_of_a_line_are_those_of_its_text_and_its_moves() -> None:
    line = wire_text.decode('{"start_sfen": "startpos moves 2h3h 8b7b", "moves": ["3h2h"]}', Line)
    assert set(asked_in(line)) == set(after(*CYCLE[:3]))
    assert set(asked_in(wire_text.decode('{"moves": ["2h3h"]}', Line))) == set(after(CYCLE[0]))


def test_a_line_is_followed_up_to_a_move_that_cannot_be_played() -> None:
    line = wire_text.decode('{"moves": ["2h3h", "5e5d", "3h2h"]}', Line)
    assert set(asked_in(line)) == set(after(CYCLE[0]))


def test_a_position_is_read_for_the_variant_that_stands_beside_it() -> None:
    sfen = "gle/1c1/1C1/ELG w - 2"
    ask = wire_text.decode(f'{{"variant": "dobutsu", "sfen": "{sfen}"}}', PositionRequest)
    assert list(asked_in(ask)) == [key(sfen)]
    new = wire_text.decode(f'{{"variant": "dobutsu", "sfen": "{sfen}"}}', NewChallenge)
    assert list(asked_in(new)) == [key(sfen)]


def test_a_new_game_from_the_usual_position_is_about_none() -> None:
    assert list(asked_in(NewChallenge())) == []


def test_what_cannot_be_read_is_about_nothing() -> None:
    for text in ('{"sfen": "nonsense"}', '{"variant": "nonsense", "sfen": "startpos"}'):
        assert list(asked_in(wire_text.decode(text, PositionRequest))) == []
        assert list(asked_in(wire_text.decode(text, NewChallenge))) == []
