"""A database of games: imports records, counts the moves of a position, finds games."""

from __future__ import annotations

import os
from bisect import bisect_left
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Final, Literal

from komadai import file_lock
from komadai._core import STARTPOS, Board, Move, has_position
from komadai.errors import ArgumentTypeError, DatabaseError, RangeError, check_type
from komadai.kifu.scan import files, opened
from komadai.kifu.tree.game import Ending, Game
from komadai.messages import Message, os_error_message
from komadai.outcome import Outcome, Termination
from komadai.pieces import BLACK, WHITE
from komadai.study.database import game_names
from komadai.study.database.filters import Filter, id_list, player_condition
from komadai.study.database.import_session import ImportSession
from komadai.study.database.imported_game import imported
from komadai.study.database.importer import ImportCount, Importer, remove_file
from komadai.study.database.pattern import Pattern
from komadai.study.database.position_index import PositionIndex, Run, file_name
from komadai.study.database.profile import PlayerProfile, profile
from komadai.study.database.similar import KINDS, Likeness, NameKey, like
from komadai.study.database.statistics import (
    ALL_GAMES,
    Statistics,
    StoredNames,
    games_of,
    given_games,
    statistics,
    stored_names,
)
from komadai.study.database.tables import connect, database_errors, not_written

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Iterator
    from types import TracebackType
    from typing import Any, Self, TypeAlias

    _Row: TypeAlias = "tuple[tuple[Any, ...], int | None]"
    """The columns of a game, and the ply of what was searched for."""

PLIES: Final = 80
"""Positions are indexed up to this ply, if not chosen otherwise."""
_MAX_PLIES: Final = 65_535
_RESULTS: Final = ("black", "white", "draw", None)
"""The result by the number in the table."""
_KEPT_BITS: Final = 16
"""Filters whose games are kept: a bit for each game."""
_MANY: Final = 20_000
"""With more games in a position, a query reads the games that fit its other conditions, not all of these."""
_AT_ONCE: Final = 500
"""Games that are read with one query."""


@dataclass(frozen=True, slots=True)
class ExploredMove:
    """A move played in a position. Games without a result count only in ``games``."""

    move: Move
    games: int
    """The games in which the move was played in this position."""
    black: int
    """The number of these games that Black won."""
    white: int
    draws: int


@dataclass(frozen=True, slots=True)
class Explored:
    """How games went on from a position."""

    games: int
    """The games that reach the position, each once."""
    moves: tuple[ExploredMove, ...]
    """The most frequent first."""


@dataclass(frozen=True, slots=True)
class MoveFigures:
    """The players and dates of a move's games: means over a sample. A value that no game has is None."""

    games: int
    """The size of the sample."""
    year: int | None
    rating: int | None
    """The rating of those who played the move."""
    performance: int | None
    """The mean rating of their opponents plus 400 times (wins - losses) / games, over the games with both."""


@dataclass(frozen=True, slots=True)
class FoundGame:
    """A game that fits a query."""

    id: int
    black: str | None
    """Black's name; None if the record has none."""
    white: str | None
    date: str | None
    """``2024-05-31``, ``2024-05`` or ``2024``."""
    result: Literal["black", "white", "draw"] | None
    """The winner; None for a game without a result."""
    plies: int
    """The number of moves."""
    ply: int | None
    """The number of moves after which the position of the query stands; None if the query has none."""


@dataclass(frozen=True, slots=True)
class SimilarGame:
    """A game that is like another one."""

    game: FoundGame
    """``ply`` is the number of moves up to the last common position."""
    score: float
    """0 to 1, the weighted mean of the parts of ``likeness``."""
    likeness: Likeness


class Database:
    """A database of games in a folder. Close it, or use it in a ``with`` block.

    Several processes may read a database while one of them imports.
    """

    def __init__(
        self, path: str | os.PathLike[str], *, create: bool = False, plies: int | None = None
    ) -> None:
        """Opens a database; with ``create`` makes it if there is none.

        ``plies`` is the ply up to which positions of a new database are indexed, from 0 to 65535, by default
        80. Raises DatabaseError if the folder is no database or cannot be read, or if the database exists and
        has another number of plies; RangeError.
        """
        check_type("path", path, (str, os.PathLike), "a path")
        check_type("plies", plies, (int, type(None)), "an int or None")
        if plies is not None and not 0 <= plies <= _MAX_PLIES:
            raise RangeError(f"plies: expected a number from 0 to {_MAX_PLIES}, got {plies}")
        self.path: Final = Path(path)
        self._connection: sqlite3.Connection | None = connect(
            self.path, {"plies": PLIES if plies is None else plies} if create else None
        )
        self._index = PositionIndex(self.path)
        self._bits: dict[tuple[Filter, int, int], bytes] = {}
        try:
            self.plies: Final = self._setting("plies")
            """Positions are indexed up to this ply."""
            if plies is not None and plies != self.plies:
                params = {"path": str(self.path), "found": self.plies, "plies": plies}
                raise DatabaseError(Message("database-other-plies", params))
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Closes the files. A second call has no effect."""
        if self._connection is not None:
            self._index.close()
            self._connection.close()
            self._connection = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __len__(self) -> int:
        """The number of games."""
        with database_errors(self.path):
            (count,) = self._sql.execute("SELECT count(*) FROM game").fetchone()
        return int(count)

    # -- import

    def import_files(
        self,
        *paths: str | os.PathLike[str],
        on_error: Callable[[str, int, Exception], object] | None = None,
    ) -> ImportCount:
        """Imports the games of files, of folders with their subfolders, and of archives, of any format.

        Games that the database has already are left out. ``on_error(file, game, error)`` is called for each
        file that cannot be read (with game 0) and for each game with a move that cannot be played; these are
        left out. Without it the first one raises its error, after which the games of complete batches stay.
        Raises DatabaseError if the database cannot be written.
        """

        def stop(name: str, game: int, error: Exception) -> None:
            error.add_note(f"in {name}" + (f", game {game}" if game else ""))
            raise error

        with self.importing() as session:
            for path in paths:
                for file in files(Path(path)):
                    try:
                        with file.open("rb") as stream:
                            for name, data in opened(str(file), stream):
                                session.add_record(name, data, on_error or stop)
                    except OSError as error:
                        (on_error or stop)(str(file), 0, error)
            return session.count

    @contextmanager
    def importing(self) -> Iterator[ImportSession]:
        """Within this block games are added. No other process can write to the database meanwhile.

        After an error (or Ctrl-C) the games of complete batches stay in the database.
        """
        with self._write_lock():
            importer = Importer(self._sql, self.path, self.plies)
            try:
                yield ImportSession(importer)
                importer.finish()
            finally:
                importer.close()

    @contextmanager
    def _write_lock(self) -> Iterator[None]:
        try:
            lock = (self.path / "lock").open("ab")
        except OSError as error:
            raise not_written(self.path, error) from error
        with lock:
            try:
                file_lock.lock(lock.fileno())
            except file_lock.Taken:
                raise DatabaseError(Message("database-taken", {"path": str(self.path)})) from None
            self._remove_leftovers()
            yield

    def _remove_leftovers(self) -> None:
        """Removes files of an interrupted import."""
        used = {file_name(run.id) for run in self._runs()}
        for path in self.path.glob("positions-*.idx"):
            if path.name not in used:
                remove_file(path)

    # -- positions

    def explore(
        self,
        position: Board | str,
        *,
        player: str | None = None,
        opening: str | None = None,
        castle: str | None = None,
        date_from: str | None = None,
        date_to: str | None = None,
    ) -> Explored:
        """The moves that games played in a position, however they reached it.

        A str is read as ``Board`` reads it. The other arguments select games as in :meth:`query`. A game that
        reaches the position several times counts once, and once for each move that it played there. Positions
        after ply :attr:`plies` of a game are not counted. Raises SfenError, DatabaseError.
        """
        board = _board(position)
        wanted = Filter(player, opening, castle, date_from, date_to)
        if wanted.names:
            self.recognise_names()
        allowed = None if wanted.is_empty else self._bits_of(wanted)
        with self._open_index() as index:
            games, counts = index.count_moves(board.key, allowed)
        # A move that is not legal belongs to another position with the same 64-bit key.
        moves = [ExploredMove(*each) for each in counts if board.is_legal(each[0])]
        return Explored(games, tuple(sorted(moves, key=lambda each: (-each.games, each.move.usi()))))

    def figures(
        self,
        position: Board | str,
        moves: Iterable[Move],
        *,
        player: str | None = None,
        opening: str | None = None,
        castle: str | None = None,
        date_from: str | None = None,
        date_to: str | None = None,
        sample: int = 64,
    ) -> dict[Move, MoveFigures]:
        """Years, ratings and performance of moves in a position, each from at most ``sample`` of its games.

        The arguments that select games are those of :meth:`explore`. Moves without a game are left out.
        Raises SfenError, DatabaseError.
        """
        board = _board(position)
        wanted = Filter(player, opening, castle, date_from, date_to)
        if wanted.names:
            self.recognise_names()
        allowed = None if wanted.is_empty else self._bits_of(wanted)
        with self._open_index() as index:
            games = {move: index.sample_games(board.key, move, sample, allowed) for move in moves}
        mine, other, won = "black_rating", "white_rating", 0
        if board.turn is WHITE:
            mine, other, won = other, mine, 1
        select = (
            f"SELECT avg(CAST(substr(date, 1, 4) AS INTEGER)), avg({mine}), avg(rated.other)"
            " + 400.0 * (sum(rated.other IS NOT NULL AND result = :won)"
            " - sum(rated.other IS NOT NULL AND result = 1 - :won)) / count(rated.other)"
            f" FROM (SELECT *, iif(result < 3, {other}, NULL) AS other FROM game"
            " WHERE id IN (SELECT value FROM json_each(:games))) AS rated"
        )
        found = {}
        with database_errors(self.path):
            for move, ids in games.items():
                if ids:
                    row = self._sql.execute(select, {"won": won, "games": str(ids)}).fetchone()
                    year, rating, performance = (None if each is None else round(each) for each in row)
                    found[move] = MoveFigures(len(ids), year, rating, performance)
        return found

    def _bits_of(self, wanted: Filter) -> bytes:
        """The games as a set of bits, as :meth:`PositionIndex.count_moves` takes it.

        The last ones are kept: whoever goes through positions asks for the same games again and again.
        """
        condition, params = wanted.sql()
        with database_errors(self.path):
            (last,) = self._sql.execute("SELECT coalesce(max(id), 0) FROM game").fetchone()
            key = wanted, last, self._setting(game_names.SETTING)
            known = self._bits.get(key)
            if known is not None:
                return known
            bits = bytearray(last // 8 + 1)
            for (number,) in self._sql.execute(f"SELECT id FROM game WHERE {condition}", params):
                bits[number >> 3] |= 1 << (number & 7)
        if len(self._bits) >= _KEPT_BITS:
            self._bits.clear()
        return self._bits.setdefault(key, bytes(bits))

    # -- games

    def query(
        self,
        *,
        player: str | None = None,
        opening: str | None = None,
        castle: str | None = None,
        position: Board | str | None = None,
        pattern: Pattern | None = None,
        date_from: str | None = None,
        date_to: str | None = None,
        limit: int | None = None,
        seconds: float | None = None,
    ) -> Iterator[FoundGame]:
        """The games that fit all of these conditions, in the order in which they were imported.

        ``player`` is Black's or White's name: width and case do not matter, ``*`` stands for any characters.
        ``opening`` and ``castle`` are ids of :func:`komadai.study.names`; names that are not stored yet are
        recognised first (:meth:`recognise_names`). ``position`` is a position that the game reaches, up to
        ply :attr:`plies`; ``pattern`` is a part of a position: each game that fits the other conditions is
        played to search for it. ``date_from`` and ``date_to`` are a year, a month or a day, which belongs to
        the range: ``2024``, ``2024-05``, ``2024-05-31``; games without a date do not fit. ``limit`` is the
        maximum number of games, and a search that has taken ``seconds`` ends with those found so far. Raises
        SfenError, DatabaseError, RangeError.
        """
        check_type("limit", limit, (int, type(None)), "an int or None")
        check_type("pattern", pattern, (Pattern, type(None)), "a Pattern or None")
        if limit is not None and limit < 0:
            raise RangeError(f"limit: expected a number of 0 or more, got {limit}")
        wanted = Filter(player, opening, castle, date_from, date_to)
        if wanted.names:
            self.recognise_names()
        if position is None:
            rows = self._rows(wanted)
        else:
            # If nothing else is wanted, the first games of the index are enough.
            enough = limit if wanted.is_empty and pattern is None else None
            rows = self._rows_in(_board(position), wanted, enough)
        return self._found(rows, pattern, limit, seconds)

    def _found(
        self, rows: Iterator[_Row], pattern: Pattern | None, limit: int | None, seconds: float | None
    ) -> Iterator[FoundGame]:
        count, end = 0, None if seconds is None else monotonic() + seconds
        with database_errors(self.path):
            for row, ply in rows if limit != 0 else ():
                if end is not None and monotonic() > end:
                    return
                if pattern is not None:
                    found = pattern.find(row[6], row[7])
                    if found is None:
                        continue
                    # The position has the last word on the ply of a game.
                    ply = found if ply is None else ply
                yield _found_game(row, ply)
                count += 1
                if count == limit:
                    return

    def _rows(self, wanted: Filter) -> Iterator[_Row]:
        """The games, each with the ply at which the first of the wanted names stands."""
        condition, params = wanted.sql()
        ply, ply_params = wanted.ply_sql()
        query = f"SELECT {_COLUMNS}, {ply} FROM {_GAMES} WHERE {condition} ORDER BY game.id"
        for row in self._sql.execute(query, ply_params + params):
            yield row, row[8]

    def _rows_in(self, board: Board, wanted: Filter, limit: int | None) -> Iterator[_Row]:
        """The games that reach the position. Two positions may share a key, so each game is played."""
        condition, params = wanted.sql()
        with self._open_index() as index:
            games = index.find_games(board.key, limit)
        if len(games) > _MANY and not wanted.is_empty:
            for row in self._sql.execute(f"{_SELECT} WHERE {condition} ORDER BY game.id", params):
                at = bisect_left(games, row[0] << 16)
                if at < len(games) and games[at] >> 16 == row[0]:
                    ply = games[at] & 0xFFFF
                    if has_position(row[6], row[7], ply, board):
                        yield row, ply
            return
        for at in range(0, len(games), _AT_ONCE):
            plies = {each >> 16: each & 0xFFFF for each in games[at : at + _AT_ONCE]}
            query = f"{_SELECT} WHERE game.id IN ({id_list([*plies])}) AND {condition} ORDER BY game.id"
            for row in self._sql.execute(query, params):
                if has_position(row[6], row[7], plies[row[0]], board):
                    yield row, plies[row[0]]

    def sources(self) -> set[str]:
        """The places (``site``) of all games that have one; a server stores the ids of its games there."""
        with database_errors(self.path):
            return {site for (site,) in self._sql.execute("SELECT site FROM game WHERE site IS NOT NULL")}

    def ids_by_source(self) -> dict[str, int]:
        """The ids of the games that have a place (:meth:`sources`), by it."""
        with database_errors(self.path):
            return dict(self._sql.execute("SELECT site, id FROM game WHERE site IS NOT NULL"))

    def game(self, id: int) -> Game:
        """A game of the database, with its main moves, headers and ending. Raises DatabaseError."""
        check_type("id", id, int, "an int")
        with database_errors(self.path):
            row = self._sql.execute(
                "SELECT black.name, white.name, date, event, site, result, termination, sfen, moves"
                f" FROM {_GAMES} WHERE game.id = ?",
                (id,),
            ).fetchone()
        if row is None:
            raise DatabaseError(Message("database-no-game", {"path": str(self.path), "id": id}))
        black, white, date, event, site, result, termination, sfen, moves = row
        headers = {"black": black, "white": white, "started": date, "event": event, "site": site}
        game = Game(sfen or STARTPOS, {name: value for name, value in headers.items() if value})
        node = game.root
        for move in memoryview(moves).cast("H"):
            node = node.add(Move.from_int(move))
        if termination is not None:
            winner = {0: BLACK, 1: WHITE}.get(result)
            node.ending = Ending(Outcome(winner, Termination(termination)))
        return game

    def player(self, name: str) -> PlayerProfile:
        """The games of a player in numbers: by side, year, first move, opponent.

        ``name`` is as for :meth:`query`.
        """
        check_type("name", name, str, "a str")
        condition, value = player_condition(name)
        with database_errors(self.path):
            players = self._sql.execute(f"SELECT id, name FROM player WHERE {condition}", (value,)).fetchall()
            return profile(self._sql, name, players)

    def statistics(
        self, *, player: str | None = None, games: Iterable[tuple[int, int]] | None = None
    ) -> Statistics:
        """The games in numbers: by year, result, length, ending, opening and castle.

        With ``player``, a name as for :meth:`query`, these are the player's games from the player's side;
        with ``games`` these games, each an id and the side of the player, 0 for Black and 1 for White.
        Openings and castles are those stored so far (:meth:`recognise_names`). Raises DatabaseError.
        """
        check_type("player", player, (str, type(None)), "a str or None")
        with database_errors(self.path):
            source, of_player = ALL_GAMES, player is not None or games is not None
            if games is not None:
                source = given_games([(int(game), int(side)) for game, side in games])
            elif player is not None:
                condition, value = player_condition(player)
                rows = self._sql.execute(f"SELECT id FROM player WHERE {condition}", (value,)).fetchall()
                source = games_of(id_list([number for (number,) in rows]) or "NULL")
            return statistics(self._sql, source, self.named, of_player=of_player)

    @property
    def named(self) -> int:
        """The games whose openings and castles are stored. Raises DatabaseError."""
        return min(self._setting(game_names.SETTING), len(self))

    def stored_names(self) -> StoredNames:
        """The openings and castles that are stored (:meth:`recognise_names`), each with its number of games.

        Raises DatabaseError.
        """
        with database_errors(self.path):
            return stored_names(self._sql)

    def like(self, game: Game | int, *, limit: int = 10) -> list[SimilarGame]:
        """The games most like a game, which may be one of the database (its id) or any other.

        :mod:`komadai.study.database.similar` describes the measure: common positions, openings and castles,
        and the squares that have changed. Openings and castles are those stored so far
        (:meth:`recognise_names`); without any the games are compared by the other parts. Raises DatabaseError
        for an id that it does not have, RangeError.
        """
        check_type("game", game, (Game, int), "a Game or an id")
        check_type("limit", limit, int, "an int")
        if limit < 0:
            raise RangeError(f"limit: expected a number of 0 or more, got {limit}")
        own = self.game(game) if isinstance(game, int) else game
        line = imported(own)
        moves = [Move.from_int(each) for each in memoryview(line.moves).cast("H")]
        found_names = game_names.recognizer(self.path)(own)
        keys = [
            NameKey(each.kind, each.id, game_names.SIDES[each.side])
            for each in found_names
            if each.kind in KINDS
        ]
        with database_errors(self.path), self._open_index() as index:
            likest = like(self._sql, index, own.sfen, moves, keys, limit)
            rows = {
                row[0]: row
                for row in self._sql.execute(
                    f"{_SELECT} WHERE game.id IN ({id_list([number for number, _ in likest])})"
                )
            }
        return [
            SimilarGame(_found_game(rows[number], likeness.ply), round(likeness.score, 4), likeness)
            for number, likeness in likest
        ]

    def recognise_names(self, on_progress: Callable[[int, int], object] | None = None) -> None:
        """Stores the castles and openings of all games that have none stored yet.

        Queries by castle and opening call it. ``on_progress(done, games)`` is called after each thousand
        games. An interrupted call continues with the next one. Raises DatabaseError if the database cannot
        be written.
        """
        with database_errors(self.path):
            (last,) = self._sql.execute("SELECT coalesce(max(id), 0) FROM game").fetchone()
        first = self._setting(game_names.SETTING) + 1
        if first > last:
            return
        names = game_names.recognizer(self.path)

        def report(done: int) -> None:
            if on_progress is not None:
                on_progress(done, last - first + 1)

        with self._write_lock(), database_errors(self.path):
            game_names.store_names(self._sql, self.game, names, first, last, report)

    # -- files

    @property
    def _sql(self) -> sqlite3.Connection:
        if self._connection is None:
            raise DatabaseError(Message("database-closed", {"path": str(self.path)}))
        return self._connection

    def _setting(self, name: str) -> int:
        """A setting of the database; 0 if it is not set."""
        with database_errors(self.path):
            row = self._sql.execute("SELECT value FROM setting WHERE name = ?", (name,)).fetchone()
        return 0 if row is None else int(row[0])

    def _runs(self) -> list[Run]:
        with database_errors(self.path):
            return [Run(*row) for row in self._sql.execute("SELECT id, records FROM run ORDER BY id")]

    @contextmanager
    def _open_index(self) -> Iterator[PositionIndex]:
        """The position index with all runs of this moment."""
        runs = self._runs()
        try:
            try:
                self._index.use(runs)
            except DatabaseError:
                # Another process has merged the runs meanwhile.
                newer = self._runs()
                if newer == runs:
                    raise
                self._index.use(newer)
        except DatabaseError as error:
            params = {"path": str(self.path), "problem": error.message}
            raise DatabaseError(Message("game-database-damaged", params)) from None
        except OSError as error:
            params = {"path": str(self.path), "problem": os_error_message(error)}
            raise DatabaseError(Message("database-not-read", params)) from error
        yield self._index


_GAMES: Final = (
    "game LEFT JOIN player AS black ON black.id = game.black"
    " LEFT JOIN player AS white ON white.id = game.white"
)
_COLUMNS: Final = "game.id, black.name, white.name, game.date, game.result, game.plies, game.sfen, game.moves"
_SELECT: Final = f"SELECT {_COLUMNS} FROM {_GAMES}"


def _found_game(row: tuple[Any, ...], ply: int | None) -> FoundGame:
    number, black, white, date, result, plies = row[:6]
    return FoundGame(number, black, white, date, _RESULTS[result], plies, ply)


def _board(position: Board | str) -> Board:
    if isinstance(position, Board):
        return position
    if isinstance(position, str):
        return Board(position)
    raise ArgumentTypeError(f"position: expected a Board or a str, got {position!r}")
