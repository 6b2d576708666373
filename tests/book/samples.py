"""Random book entries: positions of random games with random numbers."""

from __future__ import annotations

from random import Random

from komadai import Board, Move
from komadai.book import BookEntry, BookMove
from komadai.book.entry import position_key


def positions(count: int, seed: int = 1, plies: int = 40) -> list[Board]:
    """``count`` different positions of random games, each with legal moves; the first is the start."""
    rng = Random(seed)
    found: dict[str, Board] = {}
    while len(found) < count:
        board = Board()
        for _ in range(plies):
            moves = board.legal_moves
            if not len(moves) or len(found) == count:
                break
            found.setdefault(position_key(board), board.copy())
            board.push(rng.choice(moves))
    return list(found.values())


def entries(count: int, seed: int = 1) -> list[BookEntry]:
    """Entries with everything that YaneuraOu's text format can store."""
    rng = Random(seed)
    return [_entry(board, rng) for board in positions(count, seed)]


def plain(entry: BookEntry) -> tuple[str, list[tuple[Move, int]]]:
    """Position and moves in their order, which every format stores."""
    return entry.place, [(each.move, each.count or 0) for each in entry.moves]


def _entry(board: Board, rng: Random) -> BookEntry:
    moves = rng.sample(list(board.legal_moves), min(len(board.legal_moves), rng.randint(1, 6)))
    made: list[BookMove] = []
    for move in moves:
        board.push(move)
        replies = list(board.legal_moves)
        board.pop()
        won, lost = rng.choice(((None, None), (rng.randint(0, 99), rng.randint(0, 99))))
        made.append(
            BookMove(
                move,
                rng.choice(replies) if replies and rng.random() < 0.7 else None,
                rng.choice((None, 0, rng.randint(-3000, 3000), 31990)),
                rng.choice((None, rng.randint(1, 60))),
                rng.choice((None, rng.randint(0, 60000))),
                won,
                lost,
                comment=rng.choice(("", "", "注意", "two\n#lines", " space")),
            )
        )
    games = rng.choice((None, rng.randint(1, 99)))
    return BookEntry(
        position_key(board),
        tuple(made),
        board.move_number,
        rng.choice(("", "a comment", "居飛車\nand more")),
        games,
        *((None, None) if games is None else (rng.randint(0, 9), rng.randint(0, 9))),
    )
