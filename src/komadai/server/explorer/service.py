"""The databases of the explorer, opened when they are first used."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from threading import Lock
from typing import Final, NamedTuple, TypedDict, TypeVar

from komadai import Board, Move
from komadai.book.entry import MATE_NEAR
from komadai.book.shipped import own as own_book
from komadai.errors import DatabaseError
from komadai.kifu import Game
from komadai.messages.text import Text
from komadai.pieces import BLACK
from komadai.server.db.database import Database as ServerDatabase
from komadai.server.errors import ApiError
from komadai.server.explorer import statistics_view
from komadai.server.explorer import wire as ew
from komadai.server.explorer.imports import IMPORTED, NAMES, PROGRAM, ImportTask, folder_of
from komadai.server.explorer.open_database import OpenDatabase
from komadai.server.explorer.own_games import FOLDER, OwnGames
from komadai.server.games.player_names import Names, PlayerNames
from komadai.server.games.storage.tables import GameRow
from komadai.server.games.views import seat_players
from komadai.server.positions.views import move_text
from komadai.server.settings import Settings
from komadai.study import (
    Database,
    Explored,
    FoundGame,
    MoveFigures,
    PlayerProfile,
    SimilarGame,
    Statistics,
    StoredNames,
)
from komadai.study.database import starter
from komadai.study.database.dates import read_limit

T = TypeVar("T")
log: Final = logging.getLogger(__name__)

OWN: Final = "here"
"""The key of the server's own games."""
OWN_NAME: Final = Text("Games played here", "ここで指された対局")
FOUND: Final = 15
"""Games in an answer."""
FIGURES: Final = 12
"""Moves with mean years and ratings in an answer."""
BYTES_PER_GAME: Final = 1_750
"""In a database, with index and names."""
PATTERN_SECONDS: Final = 5.0
"""A search for a pattern ends after this time."""
_KEPT_STATISTICS: Final = 64


class Found(NamedTuple):
    """The answer of a database to a request."""

    explored: Explored
    figures: dict[Move, MoveFigures]
    """The figures of the most frequent moves."""
    games: list[tuple[FoundGame, str | None]]
    """The first games, each with the id of the game if it was played here."""
    plies: int
    """The last ply of the index."""


class Explorer:
    """Answers the page's questions about positions. Its methods that are not async wait for the disk."""

    def __init__(
        self, settings: Settings, server_database: ServerDatabase, player_names: PlayerNames
    ) -> None:
        self._player_names = player_names
        self._data_dir = settings.data_dir
        self._importing = Lock()
        own = OpenDatabase(settings.data_dir / FOLDER, create=True)
        self.own: Final = OwnGames(server_database, own)
        self._databases = {OWN: own}
        # Of their own for what takes long, so that the moves of a position do not wait for it.
        self._slow = {OWN: OpenDatabase(settings.data_dir / FOLDER, create=True)}
        self._statistics: dict[tuple[str, str, int], Statistics] = {}
        self._stored_names: dict[str, tuple[int, StoredNames]] = {}
        """By database: the number of games that were counted, and their names."""
        self._names = {OWN: OWN_NAME}
        added = ((key, folder_of(settings.data_dir, key), name) for key, name in NAMES.items())
        named = ((name, path, Text(name, name)) for name, path in settings.databases)
        for key, path, name in (*added, *named):
            self._databases[key] = OpenDatabase(path, create=False)
            self._slow[key] = OpenDatabase(path, create=False)
            self._names[key] = name

    def close(self) -> None:
        """Closes all files."""
        for database in (*self._databases.values(), *self._slow.values()):
            database.close()

    async def sync(self) -> None:
        """Adds the games played here that have ended. A database that cannot be written is logged."""
        try:
            await self.own.sync()
        except DatabaseError as error:
            log.error("games played here are not in the explorer: %s", error)

    def databases(self) -> list[ew.ExplorerDatabase]:
        """The databases that can be read."""
        found = []
        for key, database in self._databases.items():
            if key in NAMES and not database.exists:
                continue
            try:
                games = database.call(len)
                if key == IMPORTED and not games:  # the first import was stopped
                    continue
                found.append(ew.ExplorerDatabase(key, self._names[key], games, has_players=key != OWN))
            except DatabaseError as error:
                log.error("the explorer does not show %s: %s", key, error)
        return found

    def offer(self) -> ew.StarterOffer:
        """The games that come with Komadai."""
        facts = starter.facts()
        games = facts.games + facts.told
        added = self._databases[PROGRAM].exists
        return ew.StarterOffer(facts.games, facts.told, facts.nodes, games * BYTES_PER_GAME, added)

    def import_task(self, key: str, name: str = "", data: bytes = b"") -> ImportTask:
        """The task that adds games: those that come with Komadai, or those of an uploaded file."""
        return ImportTask(key, self._data_dir, self._importing, name, data)

    def explore(self, ask: ew.ExplorerRequest, board: Board) -> Found:
        """The moves and the first games of a position. Raises ApiError."""
        wanted = _filter_of(ask)

        def work(database: Database) -> Found:
            _check_names(database, wanted)
            explored = database.explore(board, **wanted)
            moves = [each.move for each in explored.moves[:FIGURES]]
            figures = database.figures(board, moves, **wanted)
            games = database.query(position=board, limit=FOUND, **wanted)
            found = [
                (game, _source(database, game, ask.database)) for game in (games if explored.games else ())
            ]
            return Found(explored, figures, found, database.plies)

        return self._call(ask.database, work)

    def like(self, key: str, game: Game) -> list[tuple[SimilarGame, str | None]]:
        """The likest games, each with the id of the game if it was played here. Raises ApiError."""

        def work(database: Database) -> list[tuple[SimilarGame, str | None]]:
            found = database.like(game, limit=FOUND)
            return [(each, _source(database, each.game, key)) for each in found]

        return self._call(key, work, slow=True)

    def pattern(self, ask: ew.PatternRequest) -> tuple[list[tuple[FoundGame, str | None]], bool]:
        """The first games that fit, and whether all games were searched. Raises ApiError."""
        try:
            pattern = ask.pattern.pattern()
        except DatabaseError as error:
            raise ApiError("invalid", "pattern", why=Text.of_error(error)) from error
        wanted = _filter_of(ask)

        def work(database: Database) -> tuple[list[tuple[FoundGame, str | None]], bool]:
            _check_names(database, wanted)
            end = time.monotonic() + PATTERN_SECONDS
            games = list(database.query(pattern=pattern, limit=FOUND, seconds=PATTERN_SECONDS, **wanted))
            complete = len(games) == FOUND or time.monotonic() < end
            return [(game, _source(database, game, ask.database)) for game in games], complete

        return self._call(ask.database, work, slow=True)

    def statistics(
        self, key: str, player: str, games: list[tuple[int, int]] | None
    ) -> tuple[Statistics, PlayerProfile | None]:
        """The games in numbers: all, those of a player by name, or these. Raises ApiError."""

        def work(database: Database) -> tuple[Statistics, PlayerProfile | None]:
            if games is not None:
                return database.statistics(games=games), None
            known = key, player, len(database)
            found = self._statistics.get(known)
            if found is None:
                found = database.statistics(player=player or None)
                if len(self._statistics) >= _KEPT_STATISTICS:
                    self._statistics.clear()
                # Names may be added without games.
                if found.named >= found.results.games or player:
                    self._statistics[known] = found
            return found, database.player(player) if player else None

        return self._call(key, work, slow=True)

    def names(self, key: str) -> ew.NamesAnswer:
        """The openings and castles of a database, with their numbers of games. Raises ApiError."""

        def work(database: Database) -> ew.NamesAnswer:
            named = database.named
            known = self._stored_names.get(key)
            if known is None or known[0] != named:
                known = self._stored_names[key] = named, database.stored_names()
            return statistics_view.name_choices(known[1], complete=named >= len(database))

        return self._call(key, work, slow=True)

    def name_of(self, key: str) -> Text:
        """The name of a database. Raises ApiError."""
        if key not in self._names:
            raise ApiError("not_found", "database")
        return self._names[key]

    def game(self, key: str, number: int) -> Game:
        """A game of a database. Raises ApiError ``not_found``."""

        return self._call(key, lambda database: database.game(number))

    async def view(self, found: Found, board: Board, previous: Move | None) -> ew.ExplorerAnswer:
        """The answer for the page; ``previous`` is the move before the position."""
        explored, figures, games, plies = found
        scores = _book_scores(board)
        return ew.ExplorerAnswer(
            games=explored.games,
            moves=[
                ew.ExplorerMove(
                    move_text(board, each.move, previous),
                    each.games,
                    each.black,
                    each.white,
                    each.draws,
                    year=None if figure is None else figure.year,
                    rating=None if figure is None else figure.rating,
                    performance=None if figure is None else figure.performance,
                    score=scores.get(each.move),
                )
                for each in explored.moves
                for figure in (figures.get(each.move),)
            ],
            found=await self.games_view(games),
            plies=plies,
        )

    async def games_view(self, games: list[tuple[FoundGame, str | None]]) -> list[ew.ExplorerGame]:
        """Games for the page, each with the id of the game if it was played here."""
        here = [played_here for _, played_here in games if played_here is not None]
        rows = await self.own.rows(here) if here else {}
        seats = [seat.guest_id for row in rows.values() for seat in row.seats]
        names = await self._player_names.of(seats) if rows else {}
        return [
            self._game_view(game, played_here, rows.get(played_here or ""), names)
            for game, played_here in games
        ]

    def _game_view(
        self, game: FoundGame, played_here: str | None, row: GameRow | None, names: Names
    ) -> ew.ExplorerGame:
        black, white = (Text(name or "", name or "") for name in (game.black, game.white))
        if row is not None:
            black, white = (player.name for player in seat_players(row, None, names))
        ply = 0 if game.ply is None else game.ply
        return ew.ExplorerGame(game.id, played_here, black, white, game.date, game.result, game.plies, ply)

    def _call(self, key: str, work: Callable[[Database], T], *, slow: bool = False) -> T:
        database = (self._slow if slow else self._databases).get(key)
        if database is None:
            raise ApiError("not_found", "database")
        try:
            return database.call(work)
        except DatabaseError as error:
            if error.message.code == "database-no-game":
                raise ApiError("not_found") from error
            log.error("the explorer cannot read %s: %s", key, error)
            raise ApiError("database_unavailable") from error


def _source(database: Database, game: FoundGame, key: str) -> str | None:
    """The id of a game that was played here; None for one of another database."""
    return database.game(game.id).headers.get("site") if key == OWN else None


class _Filter(TypedDict):
    """A filter of games, as arguments of a database's methods."""

    player: str | None
    opening: str | None
    castle: str | None
    date_from: str | None
    date_to: str | None


def _filter_of(ask: ew.ExplorerRequest | ew.PatternRequest) -> _Filter:
    """The filter of a request. Raises ApiError with the field that is wrong."""
    return _Filter(
        player=ask.player or None,
        opening=ask.opening or None,
        castle=ask.castle or None,
        date_from=_limit("date_from", ask.date_from),
        date_to=_limit("date_to", ask.date_to),
    )


def _check_names(database: Database, wanted: _Filter) -> None:
    """Raises ApiError ``names_missing`` instead of recognising the names of many games in one request."""
    if (wanted["opening"] or wanted["castle"]) and database.named < len(database):
        raise ApiError("names_missing")


def _limit(field: str, text: str) -> str | None:
    """A limit of dates, None for an empty text. Raises ApiError with the field."""
    if not text:
        return None
    try:
        return read_limit(text)
    except DatabaseError as error:
        raise ApiError("invalid", field, why=Text.of_error(error)) from error


def _book_scores(board: Board) -> dict[Move, int]:
    """The scores of moves in Komadai's opening book, in centipawns for Black."""
    try:
        moves = own_book().get(board)
    except OSError as error:
        log.error("the explorer shows no scores: %s", error)
        return {}
    sign = 1 if board.turn is BLACK else -1
    return {
        each.move: sign * each.score
        for each in moves
        if each.score is not None and abs(each.score) < MATE_NEAR
    }
