"""Backups of a PostgreSQL database, by its own programs ``pg_dump``, ``pg_restore`` and ``psql``."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import IO, Final

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import create_async_engine

from komadai.server.db.backup_contents import COUNTED, Contents
from komadai.server.db.database import APPLICATION_NAME, reason_of
from komadai.server.errors import BackupError, BackupRefusedError

_DEBIAN: Final = Path("/usr/lib/postgresql")


def dump(url: sa.URL, target: Path) -> None:
    """Writes an archive of the database as of one moment. Raises BackupError."""
    arguments = ("--format=custom", "--no-owner", "--no-privileges", "--file", str(target))
    command = [_program("pg_dump"), *arguments, "--dbname", _uri(url)]
    out = subprocess.run(command, env=_environment(url), capture_output=True, check=False)
    if out.returncode != 0:
        raise BackupError.with_code("backup-failed", path=shown(url), problem=_last_line(out.stderr))


def contents(path: Path) -> Contents:
    """Reads a whole archive, and counts what it has. Raises BackupError if it is damaged or no backup."""
    counts = dict.fromkeys(COUNTED, 0)
    seen: set[str] = set()
    revision, table = "", ""
    with _reading(path) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if table:
                if line == b"\\.\n":
                    table = ""
                elif table == "alembic_version":
                    revision = line.decode("utf-8", "replace").strip()
                elif table in counts:
                    counts[table] += 1
            elif line.startswith(b"COPY "):
                table = line.split()[1].decode("utf-8", "replace").rpartition(".")[2].strip('"')
                seen.add(table)
        errors = process.stderr.read() if process.stderr is not None else b""
    if process.returncode != 0:
        raise BackupError.with_code("backup-damaged", path=str(path), problem=_last_line(errors))
    if not {"alembic_version", *COUNTED} <= seen:
        raise BackupError.with_code("backup-no-backup", path=str(path))
    return Contents(revision, **counts)


async def check_target(url: sa.URL, *, force: bool) -> None:
    """Raises BackupError if a server uses the database, or it has rows and ``force`` is not given."""
    engine = create_async_engine(url, hide_parameters=True)
    try:
        async with engine.connect() as connection:
            query = sa.text(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
                "AND application_name = :name AND pid <> pg_backend_pid()"
            )
            if (await connection.execute(query, {"name": APPLICATION_NAME})).scalar_one():
                raise BackupError.with_code("restore-server-runs", database=shown(url))
            names = await connection.run_sync(lambda sync: sa.inspect(sync).get_table_names())
            for name in COUNTED if not force else ():
                first = sa.text(f"SELECT 1 FROM {name} LIMIT 1")
                if name in names and (await connection.execute(first)).first():
                    raise BackupRefusedError.with_code("restore-full", database=shown(url))
    except (SQLAlchemyError, OSError) as error:
        raise BackupError.with_code(
            "restore-failed", database=shown(url), problem=reason_of(error)
        ) from error
    finally:
        await engine.dispose()


def load(url: sa.URL, path: Path) -> None:
    """Replaces all tables of the database by those of a checked archive, in one transaction.

    Raises BackupError; then the database is as it was.
    """
    process = subprocess.Popen(
        [_program("psql"), *_PSQL, "--dbname", _uri(url)],
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=_environment(url),
    )
    try:
        assert process.stdin is not None
        process.stdin.write(_DROP_TABLES)
        process.stdin.flush()
        with _reading(path, process.stdin) as archive:
            errors = archive.communicate()[1]
        if archive.returncode == 0:
            process.stdin.write(b"COMMIT;\n")
        _, output = process.communicate()
    except BrokenPipeError:  # psql ended at an error, which it has written
        _, output = process.communicate()
    except BaseException:
        process.kill()
        process.wait()
        raise
    if process.returncode != 0:
        raise BackupError.with_code("restore-failed", database=shown(url), problem=_last_line(output))
    if archive.returncode != 0:
        raise BackupError.with_code("backup-damaged", path=str(path), problem=_last_line(errors))


_PSQL: Final = ("--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", f"--output={os.devnull}")
# Without the COMMIT that follows the archive, psql's end undoes everything.
_DROP_TABLES: Final = b"""BEGIN;
DO $$ DECLARE name text; BEGIN
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
        EXECUTE format('DROP TABLE public.%I CASCADE', name);
    END LOOP;
END $$;
"""


def _reading(path: Path, output: IO[bytes] | int = subprocess.PIPE) -> subprocess.Popen[bytes]:
    """The archive as SQL, read and decompressed from its beginning to its end."""
    return subprocess.Popen(
        [_program("pg_restore"), "--no-owner", "--no-privileges", "--file=-", str(path)],
        stdout=output,
        stderr=subprocess.PIPE,
    )


def _program(name: str) -> str:
    if found := shutil.which(name):
        return found
    versions = sorted(_DEBIAN.glob(f"*/bin/{name}"), key=lambda path: int(path.parts[-3]))
    if not versions:
        raise BackupError.with_code("backup-no-program", program=name)
    return str(versions[-1])


def _uri(url: sa.URL) -> str:
    """The URL for the programs, without the password: other users of the machine can read arguments."""
    plain = sa.URL.create("postgresql", url.username, None, url.host, url.port, url.database)
    query = {"sslmode" if key == "ssl" else key: value for key, value in url.query.items()}
    return plain.set(query=query).render_as_string()


def _environment(url: sa.URL) -> dict[str, str]:
    password = {"PGPASSWORD": str(url.password)} if url.password is not None else {}
    return {
        **os.environ,
        **password,
        "PGAPPNAME": f"{APPLICATION_NAME}-backup",
        "PGOPTIONS": "-c client_min_messages=warning",
        "LC_MESSAGES": "C",
    }


def shown(url: sa.URL) -> str:
    """The URL for messages, without its password."""
    return url.set(drivername="postgresql").render_as_string(hide_password=True)


def _last_line(output: bytes) -> str:
    lines = output.decode("utf-8", "replace").strip().splitlines()
    return lines[-1] if lines else "it ended with an error"
