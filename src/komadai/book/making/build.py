"""A book from game records: the counts and results of the moves in each position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from komadai._core import STARTPOS, Board, Move
from komadai.book.book import MemoryBook
from komadai.book.entry import BookEntry, BookMove
from komadai.book.making.record_input import GamesReader, RatedGame
from komadai.errors import RangeError
from komadai.kifu.scan import scan
from komadai.pieces import Color

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

_PLAYED, _WON, _LOST = range(3)
_GAMES, _BLACK, _WHITE, _NUMBER = range(4)


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """The games and moves that go into a book. Raises RangeError for numbers below 1."""

    plies: int = 40
    """The number of moves of each game that are counted."""
    min_games: int = 2
    """The minimal count of a move."""
    min_rating: float | None = None
    """Only moves of players with at least this rating; players without a rating are left out."""
    players: tuple[str, ...] = ()
    """Only moves of players whose name contains one of these, in upper or lower case."""
    winners: bool = False
    """Only moves of the side that won."""
    decided: bool = False
    """Only games with a winner."""
    even: bool = True
    """Only games from the even game's start; otherwise from any position."""

    def __post_init__(self) -> None:
        for name in ("plies", "min_games"):
            if getattr(self, name) < 1:
                raise RangeError(f"{name}: expected 1 or more, got {getattr(self, name)}")

    def takes(self, game: RatedGame, color: Color) -> bool:
        """Whether moves of this side go into the book."""
        outcome = game.facts.outcome
        if self.winners and (outcome is None or outcome.winner != color):
            return False
        if self.min_rating is not None:
            rating = game.ratings[color]
            if rating is None or rating < self.min_rating:
                return False
        if self.players:
            name = game.player(color).casefold()
            return any(each.casefold() in name for each in self.players)
        return True


class Builder:
    """Counts games; :meth:`entries` returns the book. Memory grows with the number of positions."""

    def __init__(self, selection: Selection | None = None) -> None:
        self.selection: Final = selection if selection is not None else Selection()
        self.games: int = 0
        """The number of games that were counted."""
        self._moves: dict[str, dict[Move, list[int]]] = {}
        self._positions: dict[str, list[int]] = {}

    def add(self, game: RatedGame) -> bool:
        """Counts a game; False if the selection excludes it."""
        facts = game.facts
        chosen = self.selection
        winner = facts.outcome.winner if facts.outcome is not None else None
        sides = [chosen.takes(game, color) for color in Color]
        if not any(sides) or (chosen.decided and winner is None):
            return False
        if chosen.even and not _is_usual(facts.sfen):
            return False
        last = chosen.plies
        if facts.illegal_moves:
            last = min(last, facts.illegal_moves[0] - 1)
        board = Board(facts.sfen, validate=False)
        if board.problems():
            return False
        self.games += 1
        seen: set[str] = set()
        for move in facts.moves[:last]:
            place, number = board.sfen().rsplit(" ", 1)
            color = board.turn
            if not board.is_legal(move):
                break
            board.push(move)
            if place in seen:
                continue
            seen.add(place)
            counts = self._positions.setdefault(place, [0, 0, 0, int(number)])
            counts[_GAMES] += 1
            counts[_NUMBER] = min(counts[_NUMBER], int(number))
            if winner is not None:
                counts[_WHITE if winner else _BLACK] += 1
            if sides[color]:
                played = self._moves.setdefault(place, {}).setdefault(move, [0, 0, 0])
                played[_PLAYED] += 1
                if winner is not None:
                    played[_WON if winner == color else _LOST] += 1
        return True

    def entries(self) -> Iterator[BookEntry]:
        """The entries of the book; in each the most played moves come first."""
        min_games = self.selection.min_games
        for place, moves in self._moves.items():
            selected = sorted(
                ((move, counts) for move, counts in moves.items() if counts[_PLAYED] >= min_games),
                key=lambda each: (-each[1][_PLAYED], each[0].usi()),
            )
            if not selected:
                continue
            games, black, white, number = self._positions[place]
            board = Board(f"{place} {number}")
            yield BookEntry(
                place,
                tuple(
                    BookMove(
                        move,
                        self._reply(board, move),
                        count=counts[_PLAYED],
                        wins=counts[_WON],
                        losses=counts[_LOST],
                    )
                    for move, counts in selected
                ),
                number,
                games=games,
                black_wins=black,
                white_wins=white,
            )

    def _reply(self, board: Board, move: Move) -> Move | None:
        """The most frequent reply to this move."""
        board.push(move)
        replies = self._moves.get(board.sfen().rsplit(" ", 1)[0])
        board.pop()
        if not replies:
            return None
        return min(replies, key=lambda each: (-replies[each][_PLAYED], each.usi()))


def build(
    *paths: str | Path,
    selection: Selection | None = None,
    on_error: Callable[[str, Exception], object] | None = None,
) -> MemoryBook:
    """A book of all games in files, folders and archives.

    ``on_error(name, error)`` is called for each file that cannot be read, which is then skipped; without it
    the first one raises RecordError or OSError. If a position occurs twice in a game, only the first move
    counts. Moves after an illegal move are left out.
    """
    builder = Builder(selection)
    for path in paths:
        reader = GamesReader()
        for facts in scan(path, lambda reader=reader: reader, on_error=on_error):
            builder.add(RatedGame(facts, list(reader.ratings)))
    return MemoryBook(builder.entries())


def _is_usual(sfen: str) -> bool:
    return sfen.rsplit(" ", 1)[0] == _USUAL


_USUAL: Final = STARTPOS.rsplit(" ", 1)[0]
