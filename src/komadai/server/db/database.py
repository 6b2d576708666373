"""The database: connections, checks at start, and the tables that all features share.

Each feature has a module ``store`` with its own tables and queries.
"""

from __future__ import annotations

import asyncio
import errno
import os
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from komadai.messages import Message, os_error_message
from komadai.messages.text import Text
from komadai.server.db import revisions
from komadai.server.db.write_state import WriteState
from komadai.server.errors import ApiError, SettingsError, StartError

WRITER_TIMEOUT_S: Final = 20.0
"""How long a commit to SQLite waits for those before it."""
metadata: Final = sa.MetaData()
APPLICATION_NAME: Final = "komadai"
"""The name of the server's connections in PostgreSQL."""
BUSY_TIMEOUT_MS: Final = 5000
"""How long a commit waits for another program that writes to the SQLite file."""

guests: Final = sa.Table(
    "guests",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("created_ms", sa.BigInteger, nullable=False),
    # The account into which all that the guest had has gone, after they logged in.
    sa.Column("account_id", sa.String(32), nullable=True),
)

server_heartbeat: Final = sa.Table(
    "pulse",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("alive_ms", sa.BigInteger, nullable=False),
)


class Database:
    """An open database, migrated to the tables of this version."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine: Final = engine
        self.writes: Final = engine.writes if isinstance(engine, _Watched) else WriteState()
        """Whether writes fail now."""

    @classmethod
    async def open(cls, url: str | None, data_dir: Path) -> Database:
        """Opens the database; creates or migrates it if necessary.

        ``url`` None is SQLite in the data folder. Raises StartError if the database cannot be opened, is
        damaged, or was written by a newer version.
        """
        engine = _engine(url, data_dir)
        url_or_path = engine.url.render_as_string(hide_password=True)
        shown = str(engine.url.database) if engine.dialect.name == "sqlite" else url_or_path
        try:
            async with engine.connect() as connection:
                await connection.run_sync(_check_and_migrate, shown)
                await connection.commit()
                if engine.dialect.name == "sqlite":
                    await connection.exec_driver_sql("PRAGMA foreign_keys=ON")
        except DATABASE_ERRORS as error:
            await engine.dispose()
            raise _open_error(shown, error) from error
        except BaseException:
            await engine.dispose()
            raise
        return cls(engine)

    async def close(self) -> None:
        """Closes all connections."""
        await self.writes.close()
        await self.engine.dispose()

    async def ping(self) -> None:
        """Asks the database for nothing. Raises one of DATABASE_ERRORS if it does not answer."""
        async with self.engine.connect() as connection:
            await connection.execute(sa.select(1))

    async def last_heartbeat(self) -> int:
        """The last time at which a server was running, in milliseconds; 0 at the first start."""
        async with self.engine.connect() as connection:
            query = sa.select(server_heartbeat.c.alive_ms)
            return (await connection.execute(query)).scalar_one_or_none() or 0

    async def save_heartbeat(self, now_ms: int) -> None:
        """Stores that the server is running at this time."""
        row = {"id": 1, "alive_ms": now_ms}
        async with self.engine.begin() as connection:
            await upsert(connection, server_heartbeat, row)
        self.writes.succeeded()


async def ensure_guest(connection: AsyncConnection, guest: str, now_ms: int) -> str:
    """Inserts the guest if the database does not have them.

    Returns the person to whom the guest's data belongs now: the guest, or their account.
    """
    insert = _insert(connection)
    await connection.execute(insert(guests).values(id=guest, created_ms=now_ms).on_conflict_do_nothing())
    # A login that moves the guest's data at the same time waits for this row, or has been committed.
    owner = sa.select(guests.c.account_id).where(guests.c.id == guest).with_for_update(read=True)
    return (await connection.execute(owner)).scalar_one_or_none() or guest


async def give_guest(connection: AsyncConnection, guest: str, account: str, now_ms: int) -> None:
    """Stores that everything of a guest belongs to this account from now on."""
    insert = _insert(connection)
    await connection.execute(
        insert(guests)
        .values(id=guest, created_ms=now_ms, account_id=account)
        .on_conflict_do_update(index_elements=["id"], set_={"account_id": account})
    )


async def upsert(connection: AsyncConnection, table: sa.Table, row: dict[str, Any]) -> None:
    """Inserts a row, or updates the row with the same primary key."""
    keys = [column.name for column in table.primary_key]
    changes = {name: value for name, value in row.items() if name not in keys}
    insert = _insert(connection)(table).values(**row)
    await connection.execute(
        insert.on_conflict_do_update(index_elements=keys, set_=changes)
        if changes
        else insert.on_conflict_do_nothing(index_elements=keys)
    )


def _insert(connection: AsyncConnection) -> Any:
    return postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert


DATABASE_ERRORS: Final = (SQLAlchemyError, OSError)
"""The errors of a query or a commit if the database fails."""
NUL_IN_TEXT: Final = "22021"
"""PostgreSQL's code for a text with the character U+0000, which it cannot store or compare."""
NO_NUL: Final = Text("expected text without the character U+0000", "文字U+0000は使えません")


NOT_STORED: Final = frozenset({"not_saved", "disk_full"})
"""The codes of `save_error` for which the database is to blame."""


def save_error(error: BaseException) -> ApiError:
    """The answer to a request that the database has refused."""
    if _sqlstate(error) == NUL_IN_TEXT:
        return ApiError("invalid", why=NO_NUL)
    return ApiError("disk_full" if _is_disk_full(error) else "not_saved")


def reason_of(error: BaseException) -> str:
    """The database's own message, in one line, without the statement and its parameters."""
    return (str(getattr(error, "orig", None) or error).splitlines() or [type(error).__name__])[0]


def _is_disk_full(error: BaseException) -> bool:
    cause = getattr(error, "orig", None) or error
    return (
        getattr(cause, "sqlite_errorname", None) == "SQLITE_FULL"
        or _sqlstate(error) == "53100"  # PostgreSQL's disk_full
        or getattr(cause, "errno", None) == errno.ENOSPC
        or "database or disk is full" in str(cause)
    )


def _sqlstate(error: BaseException) -> str | None:
    """PostgreSQL's code of an error; None if it is not PostgreSQL's."""
    code: str | None = getattr(getattr(error, "orig", None) or error, "sqlstate", None)
    return code


def _open_error(database: str, error: BaseException) -> StartError:
    """Why this database cannot be opened. A damaged SQLite file comes with what to do about it."""
    cause = getattr(error, "orig", None) or error
    name = "_".join(str(getattr(cause, "sqlite_errorname", "")).split("_")[:2])  # without the extended code
    if name == "SQLITE_NOTADB":
        return StartError.with_code("database-no-database", database=database)
    if name == "SQLITE_CORRUPT":
        return StartError.with_code("database-damaged", database=database, problem=reason_of(error))
    if code := _SQLITE_CODES.get(name):
        reason = Message(code)
    elif isinstance(cause, OSError) and cause.errno is not None:
        reason = os_error_message(cause)
    else:
        reason = Message("other", {"text": reason_of(error)})
    return StartError.with_code("database-unopened", database=database, reason=reason)


_SQLITE_CODES: Final = {
    "SQLITE_CANTOPEN": "sqlite-cannot-open",
    "SQLITE_READONLY": "sqlite-read-only",
    "SQLITE_BUSY": "sqlite-locked",
    "SQLITE_FULL": "os-disk-full",
    "SQLITE_IOERR": "os-io",
}

OLDEST_SQLITE: Final = (3, 35)
"""The first with ``UPDATE … FROM … RETURNING``."""
_DRIVERS: Final = {
    "sqlite": ("sqlite+aiosqlite", "aiosqlite", "komadai[app]"),
    "postgresql": ("postgresql+asyncpg", "asyncpg", "komadai[postgresql]"),
    "postgres": ("postgresql+asyncpg", "asyncpg", "komadai[postgresql]"),
}


def database_url(text: str | None, data_dir: Path) -> sa.URL:
    """The URL of a database, with its driver; None is SQLite in the data folder. Raises StartError."""
    if text is None:
        url = sa.URL.create("sqlite", database=str(data_dir / "komadai.sqlite"))
    else:
        try:
            url = sa.make_url(text)
        except (ArgumentError, ValueError):  # ValueError: a port that is no number
            # What stands before the last @ may be a password; the cause shows the text, too.
            before, at, rest = text.rpartition("@")
            shown = f"****@{rest}" if before else f"{at}{rest}"
            raise SettingsError.with_code("database-url-expected", text=shown) from None
    kind = url.drivername.partition("+")[0]
    if kind not in _DRIVERS:
        raise SettingsError.with_code("database-kind", kind=kind)
    driver, module, extra = _DRIVERS[kind]
    if find_spec(module) is None:
        raise StartError.with_code("database-package", kind=kind, package=module, extra=extra)
    if kind == "sqlite" and url.database in (None, "", ":memory:"):
        raise SettingsError.with_code("database-in-memory")
    return url.set(drivername=driver)


def _engine(text: str | None, data_dir: Path) -> _Watched:
    url = database_url(text, data_dir)
    if url.get_backend_name() == "postgresql":
        # `komadai restore` recognises a running server by this name.
        settings = {"application_name": APPLICATION_NAME}
        made = create_async_engine(
            url, pool_pre_ping=True, hide_parameters=True, connect_args={"server_settings": settings}
        )
        return _Watched(made.sync_engine)
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        needed = ".".join(map(str, OLDEST_SQLITE))
        raise StartError.with_code("database-sqlite-old", version=sqlite3.sqlite_version, needed=needed)
    path = Path(str(url.database)).expanduser().resolve()
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        # Only the owner can read a new database: it has the hashes of passwords. SQLite gives its log the
        # same permissions.
        with suppress(FileExistsError):
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except OSError as error:
        raise StartError.with_code(
            "database-folder", database=str(url.database), reason=os_error_message(error)
        ) from error
    engine = _OneWriter(create_async_engine(url, hide_parameters=True).sync_engine)
    sa.event.listen(engine.sync_engine, "connect", _prepare_sqlite)
    return engine


class _Watched(AsyncEngine):
    """An engine that notices when a write transaction fails."""

    __slots__ = ("writes",)

    def __init__(self, sync_engine: sa.Engine) -> None:
        super().__init__(sync_engine)
        self.writes: Final = WriteState()

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that writes."""
        try:
            async with super().begin() as connection:
                yield connection
        except DATABASE_ERRORS as error:
            self.writes.failed(error)
            raise


class _OneWriter(_Watched):
    """An engine of SQLite whose write transactions wait for each other in order.

    SQLite has one writer at a time. Its own waiting is a repeated attempt, in which some of many commits wait
    so long that they fail.
    """

    __slots__ = ("_lock",)

    def __init__(self, sync_engine: sa.Engine) -> None:
        super().__init__(sync_engine)
        self._lock = asyncio.Lock()

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that writes. Raises TimeoutError if its turn does not come."""
        try:
            async with asyncio.timeout(WRITER_TIMEOUT_S):
                await self._lock.acquire()
        except TimeoutError:
            error = TimeoutError("too many commits are waiting for the database")
            self.writes.failed(error)
            raise error from None
        try:
            async with super().begin() as connection:
                yield connection
        finally:
            self._lock.release()


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    """Commits return after the data is on disk; readers do not wait for a writer."""
    cursor = connection.cursor()
    busy_timeout = f"busy_timeout={BUSY_TIMEOUT_MS}"
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", busy_timeout):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _check_and_migrate(connection: sa.Connection, shown: str) -> None:
    """Checks the file, then applies the missing migrations. Raises StartError."""
    if connection.dialect.name == "sqlite":
        _check_sqlite(connection, shown)
    revision = revisions.current(connection)
    if revision == revisions.NEWEST:
        return
    # Imported late: Alembic takes 11 MB and a tenth of a second, and most starts do not need it.
    from komadai.server.db.migration import migrate

    migrate(connection, revision, shown)


def _check_sqlite(connection: sa.Connection, shown: str) -> None:
    result = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
    if result != "ok":
        raise StartError.with_code("database-damaged", database=shown, problem=" ".join(str(result).split()))
