"""What is kept: guests, games and each game's events, and how far each guest is with mate problems.

A game's events are only ever added to; (game, number) is the primary key, so the same place
in a log can never be written twice, whoever tries. The columns of ``games`` repeat what the
list of games shows and are written in the same transaction as the events they follow from.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import msgspec
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.script.revision import RevisionError
from alembic.util import CommandError
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from komadai.play.events import Event, decode_event, encode_event
from komadai.server.start_error import StartError

metadata: Final = sa.MetaData()

guests: Final = sa.Table(
    "guests",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("created_ms", sa.BigInteger, nullable=False),
)

games: Final = sa.Table(
    "games",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("guest_id", sa.ForeignKey("guests.id"), nullable=False),
    sa.Column("created_ms", sa.BigInteger, nullable=False),
    sa.Column("rematch_of", sa.ForeignKey("games.id"), nullable=True, unique=True),
    sa.Column("person", sa.String(5), nullable=False),
    sa.Column("engine", sa.String(60), nullable=False),
    sa.Column("level", sa.Integer, nullable=True),
    sa.Column("handicap", sa.String(40), nullable=False),
    sa.Column("events", sa.Integer, nullable=False),
    sa.Column("plies", sa.Integer, nullable=False),
    sa.Column("sfen", sa.String(200), nullable=False),
    sa.Column("status", sa.String(8), nullable=False),
    sa.Column("winner", sa.String(5), nullable=True),
    sa.Column("termination", sa.String(40), nullable=True),
    sa.Column("infraction", sa.String(40), nullable=True),
    sa.Column("clock_runs", sa.Boolean, nullable=False),
    sa.Column("search", sa.Text, nullable=False),
    sa.Index("games_of_guest", "guest_id", "created_ms", "id"),
    sa.Index("games_running", "clock_runs"),
)

events: Final = sa.Table(
    "events",
    metadata,
    sa.Column("game_id", sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
)

pulse: Final = sa.Table(
    "pulse",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("alive_ms", sa.BigInteger, nullable=False),
)

tsume_solvers: Final = sa.Table(
    "tsume_solvers",
    metadata,
    sa.Column("guest_id", sa.ForeignKey("guests.id"), primary_key=True),
    sa.Column("rating", sa.Float, nullable=False),
    sa.Column("deviation", sa.Float, nullable=False),
    sa.Column("volatility", sa.Float, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("tried", sa.Integer, nullable=False),
    sa.Column("solved", sa.Integer, nullable=False),
    sa.Column("streak", sa.Integer, nullable=False),
    sa.Column("best_streak", sa.Integer, nullable=False),
    sa.Column("problem", sa.String(32), nullable=True),
    sa.Column("begun_ms", sa.BigInteger, nullable=False),
    sa.Column("hinted", sa.Boolean, nullable=False),
    sa.Column("run_ends_ms", sa.BigInteger, nullable=True),
    sa.Column("run_solved", sa.Integer, nullable=False),
    sa.Column("run_missed", sa.Integer, nullable=False),
    sa.Column("best_run", sa.Integer, nullable=False),
)

tsume_problems: Final = sa.Table(
    "tsume_problems",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("rating", sa.Float, nullable=False),
    sa.Column("deviation", sa.Float, nullable=False),
    sa.Column("volatility", sa.Float, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
)

tsume_attempts: Final = sa.Table(
    "tsume_attempts",
    metadata,
    sa.Column("guest_id", sa.ForeignKey("guests.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("problem", sa.String(32), nullable=False),
    sa.Column("plies", sa.Integer, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("spent_ms", sa.BigInteger, nullable=False),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("solved", sa.Boolean, nullable=False),
    sa.Column("rating", sa.Float, nullable=False),
)


class GameRow(msgspec.Struct, frozen=True, kw_only=True):
    """A game as the list of games needs it; see the table ``games``."""

    id: str
    guest_id: str
    created_ms: int
    rematch_of: str | None
    person: str
    engine: str
    level: int | None
    handicap: str
    events: int
    plies: int
    sfen: str
    status: str
    winner: str | None
    termination: str | None
    infraction: str | None
    clock_runs: bool
    search: str


class Database:
    """The tables above, each call one transaction."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    @classmethod
    async def open(cls, url: str | None, data_dir: Path) -> Database:
        """Opens (and, if need be, makes or migrates) the database. Raises StartError."""
        engine = _engine(url, data_dir)
        try:
            async with engine.connect() as connection:
                await connection.run_sync(_migrate)
                await connection.commit()
        except (SQLAlchemyError, OSError, CommandError, RevisionError) as error:
            await engine.dispose()
            reason = str(getattr(error, "orig", None) or error).splitlines()[0]
            shown = engine.url.render_as_string(hide_password=True)
            raise StartError(f"cannot open the database {shown}: {reason}") from error
        return cls(engine)

    @property
    def engine(self) -> AsyncEngine:
        """For the tables that a module of their own reads and writes."""
        return self._engine

    async def close(self) -> None:
        """Closes all connections."""
        await self._engine.dispose()

    async def begin(self, row: GameRow, first: Sequence[Event]) -> None:
        """Writes a new game, its guest if this is the guest's first, and its first events."""
        async with self._engine.begin() as connection:
            await meet(connection, row.guest_id, row.created_ms)
            await connection.execute(games.insert().values(**msgspec.structs.asdict(row)))
            await connection.execute(events.insert(), _event_rows(row.id, 1, first))

    async def append(self, row: GameRow, new: Sequence[Event]) -> None:
        """Adds events to a game, which then has ``row.events`` of them.

        Raises IntegrityError if the log has already grown beyond the place meant.
        """
        async with self._engine.begin() as connection:
            first = row.events - len(new) + 1
            await connection.execute(events.insert(), _event_rows(row.id, first, new))
            values = msgspec.structs.asdict(row)
            for fixed in ("id", "guest_id", "created_ms", "rematch_of"):
                del values[fixed]
            await connection.execute(games.update().where(games.c.id == row.id).values(**values))

    async def game(self, game_id: str) -> GameRow | None:
        """A game's row."""
        async with self._engine.connect() as connection:
            found = (
                (await connection.execute(sa.select(games).where(games.c.id == game_id))).mappings().first()
            )
        return GameRow(**found) if found else None

    async def events(self, game_id: str) -> list[Event]:
        """A game's events, first to last."""
        query = sa.select(events.c.body).where(events.c.game_id == game_id).order_by(events.c.number)
        async with self._engine.connect() as connection:
            return [decode_event(body) for (body,) in await connection.execute(query)]

    async def rematch_of(self, game_id: str) -> str | None:
        """The game that was played as the rematch of this one."""
        query = sa.select(games.c.id).where(games.c.rematch_of == game_id)
        async with self._engine.connect() as connection:
            return (await connection.execute(query)).scalar_one_or_none()

    async def games_of(
        self, guest: str, words: Sequence[str], before: tuple[int, str] | None, limit: int
    ) -> list[GameRow]:
        """The guest's games, newest first, that hold every one of the words; from after ``before``."""
        query = sa.select(games).where(games.c.guest_id == guest)
        for word in words:
            query = query.where(games.c.search.contains(searchable(word), autoescape=True))
        if before is not None:
            created, game_id = before
            query = query.where(
                sa.or_(
                    games.c.created_ms < created,
                    sa.and_(games.c.created_ms == created, games.c.id < game_id),
                )
            )
        query = query.order_by(games.c.created_ms.desc(), games.c.id.desc()).limit(limit)
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query)).mappings().all()
        return [GameRow(**row) for row in rows]

    async def running(self) -> list[str]:
        """The games whose clock was running when last written."""
        query = sa.select(games.c.id).where(games.c.clock_runs)
        async with self._engine.connect() as connection:
            return list((await connection.execute(query)).scalars())

    async def alive(self) -> int:
        """The last moment at which a server was noted to be alive; 0 at the first start."""
        async with self._engine.connect() as connection:
            return (await connection.execute(sa.select(pulse.c.alive_ms))).scalar_one_or_none() or 0

    async def beat(self, now_ms: int) -> None:
        """Notes that the server is alive."""
        async with self._engine.begin() as connection:
            changed = await connection.execute(pulse.update().where(pulse.c.id == 1).values(alive_ms=now_ms))
            if changed.rowcount == 0:
                await connection.execute(pulse.insert().values(id=1, alive_ms=now_ms))


async def meet(connection: AsyncConnection, guest: str, now_ms: int) -> None:
    """Writes down the guest, if this is the first thing to be kept of them."""
    insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    await connection.execute(insert(guests).values(id=guest, created_ms=now_ms).on_conflict_do_nothing())


def searchable(text: str) -> str:
    """Text as it is compared in searches: width, case and spacing do not matter.

    Characters that cannot be seen (NUL, which PostgreSQL refuses, among them) are left out.
    """
    words = unicodedata.normalize("NFKC", text).casefold().split()
    return " ".join("".join(filter(str.isprintable, word)) for word in words)


def _event_rows(game_id: str, first: int, new: Sequence[Event]) -> list[dict[str, Any]]:
    return [
        {"game_id": game_id, "number": number, "at_ms": event.at, "body": encode_event(event)}
        for number, event in enumerate(new, first)
    ]


_DRIVERS: Final = {
    "sqlite": ("sqlite+aiosqlite", "aiosqlite", "komadai[app]"),
    "postgresql": ("postgresql+asyncpg", "asyncpg", "komadai[postgresql]"),
    "postgres": ("postgresql+asyncpg", "asyncpg", "komadai[postgresql]"),
}


def _engine(text: str | None, data_dir: Path) -> AsyncEngine:
    if text is None:
        url = sa.URL.create("sqlite", database=str(data_dir / "komadai.sqlite"))
    else:
        try:
            url = sa.make_url(text)
        except ArgumentError as error:
            raise StartError(
                "database: expected a URL such as sqlite:///games.sqlite or postgresql://user@host/name, "
                f"got {text!r}"
            ) from error
    kind = url.drivername.partition("+")[0]
    if kind not in _DRIVERS:
        raise StartError(f"database: expected sqlite or postgresql, got {kind!r}")
    driver, module, package = _DRIVERS[kind]
    if find_spec(module) is None:
        raise StartError(
            f"database: {kind} needs the package {module}; install it with: pip install '{package}'"
        )
    url = url.set(drivername=driver)
    if kind != "sqlite":
        return create_async_engine(url, pool_pre_ping=True)
    if url.database in (None, "", ":memory:"):
        raise StartError("database: games must outlive the server; name a file, as in sqlite:///games.sqlite")
    try:
        Path(str(url.database)).expanduser().resolve().parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StartError(f"database: cannot make the folder of {url.database}: {error.strerror}") from error
    engine = create_async_engine(url)
    sa.event.listen(engine.sync_engine, "connect", _prepare_sqlite)
    return engine


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    """Every commit reaches the disk before it returns; readers never wait for the writer."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _migrate(connection: sa.Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
