"""The database: connections, migrations, checks at start, and the tables that all features share.

Each feature has a module ``store`` with its own tables and queries.
"""

from __future__ import annotations

import errno
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.script.revision import RevisionError
from alembic.util import CommandError
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from komadai.messages import Message, os_error_message
from komadai.server.errors import ApiError, StartError

metadata: Final = sa.MetaData()

guests: Final = sa.Table(
    "guests",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("created_ms", sa.BigInteger, nullable=False),
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
        except (SQLAlchemyError, OSError, CommandError, RevisionError) as error:
            await engine.dispose()
            raise _open_error(shown, error) from error
        except BaseException:
            await engine.dispose()
            raise
        return cls(engine)

    async def close(self) -> None:
        """Closes all connections."""
        await self.engine.dispose()

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


async def ensure_guest(connection: AsyncConnection, guest: str, now_ms: int) -> None:
    """Inserts the guest if the database does not have them."""
    insert = _insert(connection)
    await connection.execute(insert(guests).values(id=guest, created_ms=now_ms).on_conflict_do_nothing())


async def upsert(connection: AsyncConnection, table: sa.Table, row: dict[str, Any]) -> None:
    """Inserts a row, or updates the row with the same primary key."""
    keys = [column.name for column in table.primary_key]
    changes = {name: value for name, value in row.items() if name not in keys}
    insert = _insert(connection)
    await connection.execute(
        insert(table).values(**row).on_conflict_do_update(index_elements=keys, set_=changes)
    )


def _insert(connection: AsyncConnection) -> Any:
    return postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert


DATABASE_ERRORS: Final = (SQLAlchemyError, OSError)
"""What a query or a commit raises if the database fails."""


def save_error(error: BaseException) -> ApiError:
    """The answer to a request whose change could not be stored."""
    return ApiError("disk_full" if _is_disk_full(error) else "not_saved")


def reason_of(error: BaseException) -> str:
    """The database's own message, in one line, without the statement and its parameters."""
    return (str(getattr(error, "orig", None) or error).splitlines() or [type(error).__name__])[0]


def _is_disk_full(error: BaseException) -> bool:
    cause = getattr(error, "orig", None) or error
    return (
        getattr(cause, "sqlite_errorname", None) == "SQLITE_FULL"
        or getattr(cause, "sqlstate", None) == "53100"  # PostgreSQL's disk_full
        or getattr(cause, "errno", None) == errno.ENOSPC
        or "database or disk is full" in str(cause)
    )


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
            raise StartError.with_code("database-url-expected", text=text) from error
    kind = url.drivername.partition("+")[0]
    if kind not in _DRIVERS:
        raise StartError.with_code("database-kind", kind=kind)
    driver, module, extra = _DRIVERS[kind]
    if find_spec(module) is None:
        raise StartError.with_code("database-package", kind=kind, package=module, extra=extra)
    url = url.set(drivername=driver)
    if kind != "sqlite":
        return create_async_engine(url, pool_pre_ping=True, hide_parameters=True)
    if url.database in (None, "", ":memory:"):
        raise StartError.with_code("database-in-memory")
    try:
        Path(str(url.database)).expanduser().resolve().parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StartError.with_code(
            "database-folder", database=str(url.database), reason=os_error_message(error)
        ) from error
    engine = create_async_engine(url, hide_parameters=True)
    sa.event.listen(engine.sync_engine, "connect", _prepare_sqlite)
    return engine


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    """Commits return after the data is on disk; readers do not wait for a writer."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _check_and_migrate(connection: sa.Connection, shown: str) -> None:
    """Checks the file, then applies the missing migrations. Raises StartError."""
    if connection.dialect.name == "sqlite":
        _check_sqlite(connection, shown)
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    config.attributes["connection"] = connection
    script = ScriptDirectory.from_config(config)
    known = {revision.revision for revision in script.walk_revisions()}
    current = MigrationContext.configure(connection).get_current_revision()
    if current is not None and current not in known:
        raise StartError.with_code("database-newer", database=shown, schema=current, known=max(known))
    command.upgrade(config, "head")


def _check_sqlite(connection: sa.Connection, shown: str) -> None:
    result = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
    if result != "ok":
        raise StartError.with_code("database-damaged", database=shown, problem=" ".join(str(result).split()))
