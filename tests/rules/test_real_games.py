"""Thousands of real games and solved problems: all moves are legal, and all mates are checkmate."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from komadai import Board, Outcome, Termination


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines() if line.strip()]


def test_games_of_people_and_of_programs_are_legal_throughout(shared_data: Path) -> None:
    played = 0
    for folder in ("gsdb", "wcsc28"):
        for game in lines(shared_data / "games" / folder / "games.jsonl"):
            board = Board(game.get("start") or "startpos")
            for move in game["moves"].split():
                board.push_usi(move)
            assert board.ply == game["plies"], game["id"]
            played += 1
            # Take all moves back.
            root = board.root_sfen()
            while board.ply:
                board.pop()
            assert board.sfen() == root
    assert played > 2000


def test_games_printed_in_a_booklet(shared_data: Path) -> None:
    for game in json.loads((shared_data / "games" / "printed_games.json").read_text()):
        board = Board(game["start"])
        for move in game["moves"].split():
            board.push_usi(move)
        assert board.ply == game["plies_replayed"]


def test_solutions_of_problems_end_in_mate(shared_data: Path) -> None:
    """Every move of the attacker checks, and the last one mates."""
    solved = 0
    for problem in lines(shared_data / "tsume" / "machine_made_1-11.jsonl"):
        # About a tenth of these problems have two pawns on a file.
        board = Board(problem["sfen"], validate=False)
        attacker = board.turn
        for usi in problem["solution"]:
            attacks = board.turn == attacker
            board.push_usi(usi)
            assert board.is_check() or not attacks, problem["id"]
        assert board.is_checkmate(), problem["id"]
        assert board.outcome() == Outcome(attacker, Termination.CHECKMATE)
        assert len(board.legal_moves) == 0
        if len(problem["solution"]) == 1 and problem["unique"]:
            first = Board(problem["sfen"], validate=False).mate_in_1()
            assert first is not None
            assert first.usi() == problem["solution"][0]
        solved += 1
    assert solved == 1000
