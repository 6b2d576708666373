"""Games for the tests of publishing."""

from __future__ import annotations

from komadai import Board, Color, Move, Outcome, Termination
from komadai.kifu import Ending, Game

MOVES = ("7g7f", "3c3d", "8h2b+", "3a2b", "B*4e", "8b5b")


def moves(*usi: str) -> list[Move]:
    return [Move.from_usi(each) for each in usi]


def game() -> Game:
    """Six moves with times and a comment; a variation of the fourth, with one within; White resigned."""
    game = Game(headers={"black": "Kinjirō Habu", "white": "大山 康晴", "event": "名人戦"})
    for number, move in enumerate(moves(*MOVES), 1):
        game.end.add(move, time_ms=number * 61_000)
    third = list(game.main_line())[2]
    third.comment = "The exchange of bishops.\nA second line."
    variation = third.add(Move.from_usi("5a4b"), comment="Not taking loses a bishop.")
    variation.add(Move.from_usi("2b1a"))
    variation.add(Move.from_usi("2b3a"))
    game.end.ending = Ending(Outcome(Color.WHITE, Termination.RESIGNATION), time_ms=1000)
    return game


def shuffle(plies: int) -> Game:
    """Golds move forth and back, the given number of moves."""
    cycle = moves("4i5h", "4a5b", "5h4i", "5b4a")
    game = Game()
    game.extend(cycle[ply % 4] for ply in range(plies))
    return game


def without_kings() -> Game:
    return Game(Board("9/9/4p4/9/9/9/4P4/9/9 b RB2p 1", validate=False).sfen())
