"""Games for the tests of names: one's moves with the opponent's between, and positions with few pieces."""

from __future__ import annotations

from komadai import Board, Move, Piece, kifu


def game(usi: str, start: str | None = None) -> kifu.Game:
    """The game with these USI moves."""
    made = kifu.Game() if start is None else kifu.Game(start)
    made.extend(map(Move.from_usi, usi.split()))
    return made


def black_only(usi: str) -> kifu.Game:
    """A game in which White moves a lance to and fro while Black makes these moves."""
    moves: list[str] = []
    for number, each in enumerate(usi.split()):
        moves += [each, ("9a9b", "9b9a")[number % 2]]
    return game(" ".join(moves[:-1]))


def turned(of: kifu.Game) -> kifu.Game:
    """The game as the other side sees it: White moves first from the turned position."""
    made = kifu.Game(of.board().mirror().sfen())
    made.extend(move.mirror() for move in of.moves())
    return made


def with_pieces(text: str, *, black: bool = True) -> kifu.Game:
    """A game without moves in which one side has these pieces (``K2h S3h``) and the other only its king."""
    board = Board("6k2/9/9/9/9/9/9/9/9 b - 1", validate=False)
    for each in (text if "K" in text else f"{text} K5i").split():
        board.set_piece(each[-2:], Piece.from_symbol(each[:-2]))
    return kifu.Game((board if black else board.mirror()).sfen())
