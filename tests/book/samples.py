"""Entries as books hold them: positions of random games, with random numbers."""

from __future__ import annotations

from random import Random

from komadai import Board, Move
from komadai.book import BookEntry, BookMove
from komadai.book.entry import position_key


def positions(count: int, seed: int = 1, plies: int = 40) -> list[Board]:
    """So many different positions of random games, each with legal moves, the start first."""
    chance = Random(seed)
    found: dict[str, Board] = {}
    while len(found) < count:
        board = Board()
        for _ in range(plies):
            moves = board.legal_moves
            if not len(moves) or len(found) == count:
                break
            found.setdefault(position_key(board), board.copy())
            board.push(chance.choice(moves))
    return list(found.values())


def entries(count: int, seed: int = 1) -> list[BookEntry]:
    """Entries with everything that YaneuraOu's text format can hold."""
    chance = Random(seed)
    return [_entry(board, chance) for board in positions(count, seed)]


def plain(entry: BookEntry) -> tuple[str, list[tuple[Move, int]]]:
    """What every format holds but counts and scores: position and moves in their order."""
    return entry.place, [(each.move, each.count or 0) for each in entry.moves]


def _entry(board: Board, chance: Random) -> BookEntry:
    moves = chance.sample(list(board.legal_moves), min(len(board.legal_moves), chance.randint(1, 6)))
    made: list[BookMove] = []
    for move in moves:
        board.push(move)
        replies = list(board.legal_moves)
        board.pop()
        won, lost = chance.choice(((None, None), (chance.randint(0, 99), chance.randint(0, 99))))
        made.append(
            BookMove(
                move,
                chance.choice(replies) if replies and chance.random() < 0.7 else None,
                chance.choice((None, 0, chance.randint(-3000, 3000), 31990)),
                chance.choice((None, chance.randint(1, 60))),
                chance.choice((None, chance.randint(0, 60000))),
                won,
                lost,
                comment=chance.choice(("", "", "注意", "two\n#lines", " space")),
            )
        )
    games = chance.choice((None, chance.randint(1, 99)))
    return BookEntry(
        position_key(board),
        tuple(made),
        board.move_number,
        chance.choice(("", "a comment", "居飛車\nand more")),
        games,
        *((None, None) if games is None else (chance.randint(0, 9), chance.randint(0, 9))),
    )
