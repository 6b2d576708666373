"""A book from game records: how often each move was played in a position, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from komadai._core import STARTPOS, Board, Move
from komadai.book.book import MemoryBook
from komadai.book.entry import BookEntry, BookMove
from komadai.book.making.record_input import GamesReader, PlayedGame
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
    """Which games, and which of their moves, go into a book. Raises RangeError for numbers below 1."""

    plies: int = 40
    """So many first moves of a game."""
    min_games: int = 2
    """Moves that were played less often are left out."""
    min_rating: float | None = None
    """Only moves of players with this rating at least; games that tell none have none."""
    players: tuple[str, ...] = ()
    """Only moves of players in whose name one of these occurs, whatever the case."""
    winners: bool = False
    """Only moves of the side that won."""
    decided: bool = False
    """Only games that somebody won."""
    even: bool = True
    """Only games from the usual start; else from any."""

    def __post_init__(self) -> None:
        for name in ("plies", "min_games"):
            if getattr(self, name) < 1:
                raise RangeError(f"{name}: expected 1 or more, got {getattr(self, name)}")

    def takes(self, game: PlayedGame, color: Color) -> bool:
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
    """Counts games one after the other; :meth:`entries` are the book. Memory grows with the positions."""

    def __init__(self, selection: Selection | None = None) -> None:
        self.selection = selection if selection is not None else Selection()
        self.games = 0
        """Games that were counted."""
        self._moves: dict[str, dict[Move, list[int]]] = {}
        self._positions: dict[str, list[int]] = {}

    def add(self, game: PlayedGame) -> bool:
        """Counts a game; False if the selection does not want it."""
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
        """The book: the most played moves of each position first."""
        least = self.selection.min_games
        for place, moves in self._moves.items():
            kept = sorted(
                ((move, counts) for move, counts in moves.items() if counts[_PLAYED] >= least),
                key=lambda each: (-each[1][_PLAYED], each[0].usi()),
            )
            if not kept:
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
                    for move, counts in kept
                ),
                number,
                games=games,
                black_wins=black,
                white_wins=white,
            )

    def _reply(self, board: Board, move: Move) -> Move | None:
        """The move most often played behind this one."""
        board.push(move)
        answers = self._moves.get(board.sfen().rsplit(" ", 1)[0])
        board.pop()
        if not answers:
            return None
        return min(answers, key=lambda each: (-answers[each][_PLAYED], each.usi()))


def build(
    *paths: str | Path,
    selection: Selection | None = None,
    on_error: Callable[[str, Exception], object] | None = None,
) -> MemoryBook:
    """A book of all games in files, folders and archives.

    ``on_error(name, error)`` is told of files that cannot be read, which are then passed over; without
    it the first one raises RecordError or OSError. Of a position that occurs twice in a game only the
    first move counts. What comes after an illegal move is left out.
    """
    builder = Builder(selection)
    for path in paths:
        reader = GamesReader()
        for facts in scan(path, lambda reader=reader: reader, on_error=on_error):
            builder.add(PlayedGame(facts, list(reader.ratings)))
    return MemoryBook(builder.entries())


def _is_usual(sfen: str) -> bool:
    return sfen.rsplit(" ", 1)[0] == _USUAL


_USUAL: Final = STARTPOS.rsplit(" ", 1)[0]
